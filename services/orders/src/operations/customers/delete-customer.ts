import { deleteCustomer as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeLogIn } from './remove-log-in.ts'

/**
 * A customer with an account is logged out everywhere, and their wishlist is removed. A repeat completes an earlier attempt;
 * `removeLeftLogIns` also does, within two minutes.
 */
export const deleteCustomer = implement(contract, async ({ params, command, deadline, passOn }, deps: Deps) => {
  const { id } = params
  await deps.leftLogIns.keep(id, deadline)
  const deleted = await deps.customers.remove(id, command)
  await removeLogIn(id, deps, passOn())
  return deletionAnswer('customer', id, deleted)
})
