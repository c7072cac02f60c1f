import { getVendorOrderCommission as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorOrderCommission = implement(contract, async ({ params, actor, deadline }, { orders }: Deps) => {
  const { state } = await orders.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  return { commission: { commission_value: { amount: '0', currency_code: state.currency_code }, commission_lines: [] } }
})
