/** The address of one server from an address of several NATS servers. @param replica counted from 0 */
export const natsMemberUrl = (url: string, replica: number): string => url.split(',')[replica] ?? url

/**
 * The address of one member from an address of a replica set, with the same user and options; a single server's address is
 * returned unchanged.
 * @param replica counted from 0
 */
export function mongodbMemberUrl(url: string, replica: number): string {
  const [, before, hosts, after] = /^(mongodb:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const all = hosts?.split(',') ?? []
  if (all.length < 2) return url
  const alone = new URL(`${before}${all[replica] ?? all[0]}${after}`)
  alone.searchParams.delete('replicaSet')
  alone.searchParams.set('directConnection', 'true')
  return alone.toString()
}
