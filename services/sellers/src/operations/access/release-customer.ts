import { releaseCustomer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { removeLogIn } from '../../credentials/release.ts'
import type { Deps } from '../../deps.ts'

export const releaseCustomer = implement(contract, async ({ body, deadline }, deps: Deps) => {
  await removeLogIn('customer', body, deps, deadline)
  return { id: body.id }
})
