import { listPayments as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownPayment } from '../../answers/payment.ts'
import type { Deps } from '../../deps.ts'

export const listPayments = implement(contract, async ({ query, selection, deadline }, { orders }: Deps) => {
  const { found, count } = await orders.listPayments(query, deadline)
  return { payments: found.map(shownPayment(selection)), count, offset: query.offset, limit: query.limit }
})
