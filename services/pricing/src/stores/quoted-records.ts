/**
 * Records that quotes read are cached for half a second. `orders` caches the quotes of shipping options for as long, so that none
 * is older than a second.
 */
export const QUOTED = { ttl_ms: 500 } as const
