import type { AccessValue, Revocation } from '@souk/contracts'
import { DAY_MS } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { RevocationRecord } from '../stores/revocations.ts'

/** Gateways accept another issuer's tokens for at most a day, so no revocation of these needs to last longer. */
const LEAST_MS = DAY_MS
/** For clock differences, and for tokens that were just being issued. */
const MARGIN_MS = 60_000

/** The name of a revocation's entry in the `access` bucket, which is also the id of its record. */
export const revocationId = ({ kind, id }: Revocation): string => accessKeys[kind](id)

/** When the last possibly affected token has expired. @param held when the last known one expires */
export const latestExpiry = (now: Date, ttl_s: number, held: Date | undefined): Date =>
  new Date(Math.max(now.getTime() + LEAST_MS, now.getTime() + ttl_s * 1000, held?.getTime() ?? 0) + MARGIN_MS)

/** The value of a revocation in the `access` bucket. */
export function revocationValue({ kind, since }: Pick<RevocationRecord, 'kind' | 'since'>): AccessValue<Revocation['kind']> {
  if (kind === 'identity') return { iat: since ?? 0 }
  return kind === 'token' ? {} : { deleted: true }
}
