import { inParts, invalidData, listVendorProducts } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Products per request, whose URL names each. */
const AT_ONCE = 100

/**
 * Asserts that all of these products belong to the calling seller.
 * @param ids without duplicates
 * @throws invalid_data if one belongs to another seller or does not exist; unavailable
 */
export async function assertOwnProducts(ids: readonly string[], bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<void> {
  const counts = await Promise.all(
    inParts(ids, AT_ONCE).map(async (part) => {
      const query = new URLSearchParams({ fields: 'id', limit: '0' })
      for (const [at, id] of part.entries()) query.set(`id[${at}]`, id)
      return (await bus.call(listVendorProducts, { query: query.toString() }, passOn())).count
    }),
  )
  if (counts.reduce((sum, count) => sum + count, 0) < ids.length)
    throw invalidData('Vendor Promotion can be applied only to seller own products!')
}
