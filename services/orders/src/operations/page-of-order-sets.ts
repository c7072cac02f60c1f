import type { ListQuery } from '@souk/contracts'
import { inSmallBatches, shownAll } from '@souk/runtime'
import type { OrderInSet, OrderSets } from '../stores/order-sets.ts'

/** Sets of a page whose orders are read at once, up to some MiB each; further sets are read while these are sent. */
const AT_ONCE = 5

interface Asked {
  query: ListQuery
  /** Epoch ms. */
  deadline: number
}

/** A page of sets. @param show makes the answer for some sets before `deadline`; each set has at least one order */
export async function pageOfOrderSets<Shown>(
  sets: Pick<OrderSets, 'pageOfOne' | 'listOrdersOfEach'>,
  { query, deadline }: Asked,
  show: (sets: readonly (readonly OrderInSet[])[], deadline: number) => Promise<Shown[]>,
) {
  const { batches, count } = await sets.pageOfOne(query, deadline)
  const order_sets = await shownAll(inSmallBatches(batches, AT_ONCE), deadline, async (page, until) => {
    const found = await sets.listOrdersOfEach(page, until)
    return show(
      found.filter((orders) => orders.length > 0),
      until,
    )
  })
  return { order_sets, count, offset: query.offset, limit: query.limit }
}
