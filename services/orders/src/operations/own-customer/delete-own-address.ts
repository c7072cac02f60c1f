import { deleteOwnAddress as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { WHOLE_CUSTOMER } from '../../answers/whole-records.ts'
import type { Deps } from '../../deps.ts'
import { addressOf, removingAddress } from '../../domain/customers/addresses.ts'
import { groupViewerOf } from '../../domain/customers/group-viewer.ts'

export const deleteOwnAddress = implement(contract, async ({ params, actor, command, deadline }, { customers }: Deps) => {
  const { record, revision } = await customers.update(customerIdOf(actor), command, (customer, context) => {
    addressOf(customer, params.address_id)
    return removingAddress(params.address_id)(customer, context)
  })
  const [parent] = await customers.shown([record], { selection: WHOLE_CUSTOMER, deadline, viewer: groupViewerOf(actor) })
  return new Answer({ id: params.address_id, object: 'address' as const, deleted: true as const, parent: parent! }, { revision })
})
