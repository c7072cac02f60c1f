import { deleteCustomer as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** A repeat finishes an earlier attempt: a customer with an account is logged out everywhere. */
export const deleteCustomer = implement(contract, async ({ params, command, deadline, passOn }, { customers, logIns }: Deps) => {
  const { id } = params
  const deleted = await customers.remove(id, command)
  const gone = deleted?.record ?? (await customers.findDeleted(id, deadline))
  if (gone?.has_account) await logIns.remove(gone, passOn())
  return deletionAnswer('customer', id, deleted)
})
