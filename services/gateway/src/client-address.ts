import { isIPv4, isIPv6 } from 'node:net'

const NOT_AN_ADDRESS = 64

/**
 * Who counts as one client by their address: an IPv4 address, also as IPv6 writes it, or the /64 of an IPv6 address, of which a
 * subscriber has all. What a trusted proxy names is taken as it is when it is no address.
 */
export function clientOf(address: string): string {
  if (isIPv4(address)) return address
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address.slice(0, NOT_AN_ADDRESS)
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::').map(numbersIn)
  if (tail === undefined) return head as number[]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] as number[]
}

function numbersIn(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16)
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
