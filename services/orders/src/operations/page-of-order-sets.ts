import type { ListQuery } from '@souk/contracts'
import { shownAll } from '@souk/runtime'
import type { OrderInSet, OrderSets } from '../stores/order-sets.ts'

/** Sets of a page whose orders are read at once, each of up to some MiB: others are made as these are read. */
const AT_ONCE = 5

interface Asked {
  query: ListQuery
  /** Epoch ms. */
  deadline: number
}

/** A page of sets. @param show some of them, before `deadline`, each by its orders, of which there is one at least */
export async function pageOfOrderSets<Shown>(
  sets: Pick<OrderSets, 'pageOfFirst' | 'listOrdersOfEach'>,
  { query, deadline }: Asked,
  show: (sets: readonly (readonly OrderInSet[])[], deadline: number) => Promise<Shown[]>,
) {
  const { batches, count } = await sets.pageOfFirst(query, deadline)
  const order_sets = await shownAll(batches, deadline, async function* (firsts, until) {
    for (let at = 0; at < firsts.length; at += AT_ONCE) {
      const found = await sets.listOrdersOfEach(firsts.slice(at, at + AT_ONCE), until)
      yield await show(
        found.filter((orders) => orders.length > 0),
        until,
      )
    }
  })
  return { order_sets, count, offset: query.offset, limit: query.limit }
}
