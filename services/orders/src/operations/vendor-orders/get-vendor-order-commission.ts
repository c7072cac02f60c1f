import { getVendorOrderCommission as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorOrderCommission = implement(contract, async ({ params, actor, deadline }, { orders }: Deps) => {
  const { state, revision } = await orders.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  const commission = { commission_value: { amount: '0', currency_code: state.currency_code }, commission_lines: [] }
  return new Answer({ commission }, { revision })
})
