import { normalizeIP } from '@fastify/rate-limit'

const MAX_LENGTH = 64

/**
 * One client by its address: an IPv4 address, also as IPv6 writes it, or the /64 of an IPv6 address, of which a subscriber has
 * all. A trusted proxy's text that is no address is taken as it is.
 */
export const clientOf = (address: string): string => normalizeIP(address.slice(0, MAX_LENGTH))
