import { deleteCustomer as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** A repeat finishes an earlier attempt: a customer with an account is logged out everywhere. */
export const deleteCustomer = implement(contract, async ({ params, command, deadline, passOn }, { customers, logIns }: Deps) => {
  const { id } = params
  const deleted = await customers.remove(id, command)
  if (deleted ? deleted.record.has_account : await customers.wasDeleted(id, deadline)) await logIns.release(id, passOn())
  return deletionAnswer('customer', id, deleted)
})
