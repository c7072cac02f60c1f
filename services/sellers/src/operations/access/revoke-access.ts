import { revokeAccess as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { revoke } from '../../credentials/revoke.ts'
import type { Deps } from '../../deps.ts'

/** The identities of a revoked record can no longer log in either, even long after the revocation has expired. */
export const revokeAccess = implement(contract, async ({ body, deadline, log }, deps: Deps) => {
  const { kind, id } = body
  if (kind === 'user' || kind === 'member' || kind === 'seller' || kind === 'customer')
    await deps.identities.disableOf(kind, id, new Date().toISOString(), deadline)
  const { expires_at } = await revoke(body, deps, deadline)
  log().info({ kind }, 'access revoked')
  return { revocation: { kind, id, expires_at: expires_at.toISOString() } }
})
