import { getOwnAddress as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../domain/customers/addresses.ts'
import { ownCustomerId } from '../../domain/customers/own-id.ts'

export const getOwnAddress = implement(contract, async ({ params, actor, deadline }, { customers }: Deps) => {
  const { record, revision } = await customers.get(ownCustomerId(actor), deadline)
  return new Answer({ address: addressOf(record, params.address_id) }, { revision })
})
