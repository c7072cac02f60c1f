import { deleteCustomerGroup as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteCustomerGroup = implement(contract, async ({ params, command }, { customerGroups }: Deps) => {
  const deleted = await customerGroups.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'customer_group' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
