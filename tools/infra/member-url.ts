/** Of an address of several NATS servers, that of one alone. @param replica counted from 0 */
export const natsMemberUrl = (url: string, replica: number): string => url.split(',')[replica] ?? url

/**
 * Of an address of a replica set, that of one member alone, with the same user and options; the address of a single server as
 * it is.
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
