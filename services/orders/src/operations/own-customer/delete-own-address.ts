import { deleteOwnAddress as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removingAddress } from '../../domain/customers/addresses.ts'

export const deleteOwnAddress = implement(
  contract,
  async ({ params, actor, command, selection, deadline }, { customers }: Deps) => {
    const { record, revision } = await customers.update(customerIdOf(actor), command, removingAddress(params.address_id))
    const [parent] = await customers.shown([record], selection, deadline)
    return new Answer(
      { id: params.address_id, object: 'address' as const, deleted: true as const, parent: parent! },
      { revision },
    )
  },
)
