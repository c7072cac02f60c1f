import { getOwnAddress as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../domain/customers/addresses.ts'

export const getOwnAddress = implement(contract, async ({ params, actor, deadline }, { customers }: Deps) => {
  const { record, revision } = await customers.get(customerIdOf(actor), deadline)
  return new Answer({ address: addressOf(record, params.address_id) }, { revision })
})
