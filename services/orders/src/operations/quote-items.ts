import type { RequestContext } from '@souk/runtime'
import type { Variants } from '../clients/variants.ts'
import type { Deps } from '../deps.ts'
import type { ItemBasis, QuotedItems } from '../domain/order-edits/item-basis.ts'

/**
 * Quotes new lines of an order for its customer, all together, since lines of one variant share its stock.
 * @throws refusals of `quote`
 */
export async function quoteItems(
  items: Parameters<Variants['quote']>[0],
  basis: ItemBasis,
  { deadline, passOn }: Pick<RequestContext, 'deadline' | 'passOn'>,
  { customers, variants }: Pick<Deps, 'customers' | 'variants'>,
): Promise<QuotedItems> {
  const customer = basis.customer_id === null ? undefined : await customers.find(basis.customer_id, deadline)
  const buyer = customer ? { id: customer.record.id, group_ids: customer.record.group_ids } : null
  return { basis, items: await variants.quote(items, basis, buyer, passOn()) }
}
