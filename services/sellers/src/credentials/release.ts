import type { Deps } from '../deps.ts'
import { revoke } from './revoke.ts'

/**
 * After the deletion of a record: every token of it is void at once, and the log-in is nobody's, free for another record.
 * Idempotent.
 */
export async function release(kind: 'user' | 'customer' | 'member', id: string, deps: Deps, deadline: number) {
  await revoke({ kind, id }, deps, deadline)
  await Promise.all([
    deps.identities.release(kind === 'member' ? 'seller' : kind, id, new Date().toISOString(), deadline),
    deps.tokenHolders.release(id, deadline),
  ])
}
