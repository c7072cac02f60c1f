import { deleteCustomerAddress as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { WHOLE_CUSTOMER } from '../../answers/whole-records.ts'
import type { Deps } from '../../deps.ts'
import { removingAddress } from '../../domain/customers/addresses.ts'

export const deleteCustomerAddress = implement(contract, async ({ params, command, deadline }, { customers }: Deps) => {
  const { record, revision } = await customers.update(params.id, command, removingAddress(params.address_id))
  const [parent] = await customers.shown([record], { selection: WHOLE_CUSTOMER, deadline, viewer: 'all' })
  return new Answer(
    { id: params.address_id, object: 'customer_address' as const, deleted: true as const, parent: parent! },
    { revision },
  )
})
