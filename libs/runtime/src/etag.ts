import { hash } from 'node:crypto'
import { invalidData, OperationError } from '@souk/contracts'

const DIGEST_LENGTH = 22 // 132 bits
const TAG = /^(W\/)?"(\d{1,15})(?:-[\w-]{1,43})?"$/

/** The parts of an ETag. */
interface Validated {
  /** The revision of the one record that is shown; undefined when the answer shows no single record. */
  revision: number | undefined
  /**
   * The parts shown of other records; `anywhere` when they cannot be told apart from the record itself; null or undefined for
   * none.
   */
  others: object | 'anywhere' | null | undefined
}

/**
 * A strong validator: `"7"` is the revision of the record that is shown; `"7-<digest>"` when others are shown with it, whose
 * changes leave that revision as it is, and when the path does not say which record it is. Undefined for answers that show no
 * single record.
 * @param whose the caller, where each caller is shown another record at the same path
 */
export function etagOf({ revision, others }: Validated, data: Uint8Array, whose?: string): string | undefined {
  if (revision === undefined) return undefined
  if (others == null && whose === undefined) return `"${revision}"`
  const seen = others === 'anywhere' ? data : whose === undefined ? JSON.stringify(others) : JSON.stringify([whose, others])
  const digest = hash('sha256', seen, 'base64url')
  return `"${revision}-${digest.slice(0, DIGEST_LENGTH)}"`
}

/**
 * The revisions that `If-Match` allows: `"3"`, `"3-…", "4"`; undefined for `*` and without the header. A tag's digest of other
 * records does not count: a request is about one. Weak tags never match.
 * @param isTaken false where the request is about no single record that has an `ETag`
 * @throws invalid_data when malformed, or not taken
 */
export function revisionsIn(isTaken: boolean, ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined) return undefined
  if (!isTaken) throw invalidData('If-Match is for one record that has an ETag: this request takes none')
  if (ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').map((tag) => {
    const match = TAG.exec(tag.trim())
    if (!match) throw invalidData('If-Match must be "*" or quoted revisions as they stand in ETag')
    return match[1] === undefined ? Number(match[2]) : -1
  })
}

/** @throws revision_mismatch unless the revision is among the allowed ones; undefined allows all */
export function assertMatch(allowed: readonly number[] | undefined, revision: number | undefined) {
  if (allowed && !(revision !== undefined && allowed.includes(revision)))
    throw new OperationError('revision_mismatch', 'The record is not at the revision that If-Match names')
}
