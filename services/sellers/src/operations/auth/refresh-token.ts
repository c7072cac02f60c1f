import { refreshToken as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { issueAnother } from '../../credentials/issue-token.ts'
import type { Deps } from '../../deps.ts'

export const refreshToken = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  const { token } = await issueAnother(actor, deps, deadline)
  return { token }
})
