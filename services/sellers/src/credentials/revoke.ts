import { outcomeUnknown, type Revocation } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { RevocationRecord } from '../stores/revocations.ts'
import { latestExpiry, revocationId, revocationValue } from './revocation.ts'

type Sources = Pick<Deps, 'tokenHolders' | 'revocations' | 'signer' | 'access'>

export interface RevokeOptions {
  /** The identity that holds the token, if a single token is revoked. */
  holder?: string
  /** For an identity: tokens dated up to this second are void as well, in seconds since the epoch. */
  through?: number
}

/**
 * Makes tokens void in every gateway. The record is written first: if the bucket's write fails, the next sync repeats it.
 * @throws outcome_unknown if the bucket cannot be written
 */
export async function revoke(
  revocation: Revocation,
  sources: Sources,
  deadline: number,
  options: RevokeOptions = {},
): Promise<RevocationRecord> {
  const record = await recordRevocation(revocation, sources, deadline, options)
  await announce(record, sources, deadline)
  return record
}

/** Does the same, but leaves it to the caller, or else the next sync, to tell the gateways. */
export async function recordRevocation(
  revocation: Revocation,
  { tokenHolders, revocations, signer }: Pick<Sources, 'tokenHolders' | 'revocations' | 'signer'>,
  deadline: number,
  { holder, through = 0 }: RevokeOptions = {},
): Promise<RevocationRecord> {
  const { kind, id } = revocation
  const now = new Date()
  const holders = kind !== 'token' ? holdersOf(kind, id) : holder === undefined ? undefined : { _id: holder }
  const held = holders && (await tokenHolders.lastExpiry(holders, deadline))
  return revocations.add(
    {
      id: revocationId(revocation),
      kind,
      // Tokens are dated to whole seconds: those of the current one are void as well.
      since: kind === 'identity' ? Math.max(Math.floor(now.getTime() / 1000), through) + 1 : null,
      created_at: now.toISOString(),
      expires_at: latestExpiry(now, signer.ttl_s, held),
      ...(holder !== undefined && { identity_id: holder }),
    },
    deadline,
  )
}

/** Publishes a recorded revocation to all gateways. @throws outcome_unknown if the bucket cannot be written: a sync does it */
export async function announce(
  record: RevocationRecord,
  { revocations, access }: Pick<Sources, 'revocations' | 'access'>,
  deadline: number,
) {
  await access
    .write(record.id, async () => {
      const [current = record] = await revocations.findLive([record.id], new Date(), deadline)
      return revocationValue(current)
    })
    .catch((error: unknown) => {
      throw outcomeUnknown(error)
    })
}

function holdersOf(kind: 'identity' | 'user' | 'member' | 'seller' | 'customer', id: string) {
  if (kind === 'identity') return { _id: id }
  return kind === 'seller' ? { seller_id: id } : { actor_id: id }
}
