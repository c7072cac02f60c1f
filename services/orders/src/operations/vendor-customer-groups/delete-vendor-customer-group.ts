import { deleteVendorCustomerGroup as contract, sellerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteVendorCustomerGroup = implement(contract, async ({ params, actor, command }, { customerGroups }: Deps) => {
  const deleted = await customerGroups.ofSeller(sellerIdOf(actor)).remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'customer_group' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
