import { refreshToken as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { issueAnother } from '../issue-token.ts'

export const refreshToken = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  const { token } = await issueAnother(actor, deps, deadline)
  return { token }
})
