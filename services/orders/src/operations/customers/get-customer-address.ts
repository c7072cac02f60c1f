import { getCustomerAddress as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../domain/customers/addresses.ts'

export const getCustomerAddress = implement(contract, async ({ params, deadline }, { customers }: Deps) => {
  const { record, revision } = await customers.get(params.id, deadline)
  return new Answer({ address: addressOf(record, params.address_id) }, { revision })
})
