import { normalizeIP } from '@fastify/rate-limit'

const MAX_LENGTH = 64

/**
 * Identifies a client by its address: an IPv4 address, also in its IPv6 notation, or the /64 of an IPv6 address, all of which
 * belongs to one subscriber. A trusted proxy's text that is not an address is used unchanged.
 */
export const clientOf = (address: string): string => normalizeIP(address.slice(0, MAX_LENGTH))
