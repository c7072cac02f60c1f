import { invalidData, listVendorProducts } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** So many products are asked for at once. */
const AT_ONCE = 100

/**
 * That all of these products are of the seller who asks.
 * @param ids without repeats
 * @throws invalid_data for others, and those that are not there; unavailable
 */
export async function assertOwnProducts(ids: readonly string[], bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<void> {
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) => ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
  const counts = await Promise.all(
    parts.map(async (part) => {
      const query = new URLSearchParams({ fields: 'id', limit: '0' })
      for (const [at, id] of part.entries()) query.set(`id[${at}]`, id)
      return (await bus.call(listVendorProducts, { query: query.toString() }, passOn())).count
    }),
  )
  if (counts.reduce((sum, count) => sum + count, 0) < ids.length)
    throw invalidData('Vendor Promotion can be applied only to seller own products!')
}
