import type { AccessValue, Revocation } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import type { RevocationRecord } from '../stores/revocations.ts'

/** Gateways take another issuer's tokens for a day at the most, so no revocation of theirs needs to last longer. */
const LEAST_MS = 86_400_000
/** For clocks that differ, and for tokens that were just being made. */
const MARGIN_MS = 60_000

/** The name of its entry in the `access` bucket, and its id on record. */
export const revocationId = ({ kind, id }: Revocation): string => accessKeys[kind](id)

/** When the last token that may be meant has expired. @param held until when the last known one is valid */
export const latestExpiry = (now: Date, ttl_s: number, held: Date | undefined): Date =>
  new Date(Math.max(now.getTime() + LEAST_MS, now.getTime() + ttl_s * 1000, held?.getTime() ?? 0) + MARGIN_MS)

/** Its value in the `access` bucket. */
export function revocationValue({ kind, since }: Pick<RevocationRecord, 'kind' | 'since'>): AccessValue<Revocation['kind']> {
  if (kind === 'identity') return { iat: since ?? 0 }
  return kind === 'token' ? {} : { deleted: true }
}
