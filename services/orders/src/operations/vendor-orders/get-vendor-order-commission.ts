import { getVendorOrderCommission as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { exactSum } from '@souk/totals'
import type { Deps } from '../../deps.ts'

export const getVendorOrderCommission = implement(contract, async ({ params, actor, deadline }, { orders }: Deps) => {
  const { commission, currency_code, revision } = await orders.ofSeller(sellerIdOf(actor)).getWithCommission(params.id, deadline)
  const lines = commission?.lines ?? []
  const amount = exactSum(lines.map(({ value }) => value))
  return new Answer({ commission: { commission_value: { amount, currency_code }, commission_lines: [...lines] } }, { revision })
})
