import { createSession as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { issueAnother } from '../../credentials/issue-token.ts'
import type { Deps } from '../../deps.ts'

/** A session is a token of its own: it is verified like any other, and revoked individually when it ends. */
export const createSession = implement(contract, async ({ actor, deadline }, deps: Deps) => {
  const { token, claims } = await issueAnother(actor, deps, deadline, 'session')
  return new Answer({ user: claims }, { session_token: token })
})
