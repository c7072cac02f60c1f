import { revokeAccess as contract, unavailable } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { latestExpiry, revocationId, revocationValue } from '../revocation.ts'

/** The record first: whatever happens then, the next sync brings the bucket in line with it. */
export const revokeAccess = implement(contract, async ({ body, deadline, log }, deps: Deps) => {
  const { kind, id } = body
  const { identities, tokenHolders, revocations, signer, access } = deps
  const now = new Date()

  if (kind === 'user' || kind === 'member' || kind === 'seller' || kind === 'customer')
    await identities.disableOf(kind, id, now.toISOString(), deadline)
  const held = kind === 'token' ? undefined : await tokenHolders.lastExpiry(holdersOf(kind, id), deadline)
  const record = await revocations.add(
    {
      id: revocationId(body),
      kind,
      // Tokens tell whole seconds: those of this one are void as well.
      since: kind === 'identity' ? Math.floor(now.getTime() / 1000) + 1 : null,
      created_at: now.toISOString(),
      expires_at: latestExpiry(now, signer.ttl_s, held),
    },
    deadline,
  )
  log.info({ kind }, 'access revoked')
  await access
    .write(record.id, async () => {
      const [current = record] = await revocations.findLive([record.id], now, deadline)
      return revocationValue(current)
    })
    .catch((error: unknown) => {
      throw unavailable(undefined, error)
    })
  return { revocation: { kind, id, expires_at: record.expires_at.toISOString() } }
})

function holdersOf(kind: 'identity' | 'user' | 'member' | 'seller' | 'customer', id: string) {
  if (kind === 'identity') return { _id: id }
  return kind === 'seller' ? { seller_id: id } : { actor_id: id }
}
