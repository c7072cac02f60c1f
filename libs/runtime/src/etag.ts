import { hash } from 'node:crypto'
import { invalidData, OperationError } from '@souk/contracts'

const DIGEST_LENGTH = 22 // 132 bits
const TAG = /^(W\/)?"(\d{1,15})(?:-[\w-]{1,43})?"$/

/** The parts of an ETag. */
interface Validated {
  /** The revision of the one record that is shown; undefined if the answer does not show a single record. */
  revision: number | undefined
  /**
   * The shown parts of other records; `anywhere` if they cannot be told apart from the record itself; null or undefined for none.
   */
  others: object | 'anywhere' | null | undefined
}

interface Digested {
  data: Uint8Array
  digest?: string
}

/**
 * A strong validator: `"7"` is the revision of the shown record. `"7-<digest>"` if other records are shown with it, whose changes
 * do not affect that revision, or if the path does not determine the record. Undefined for answers that do not show a single
 * record.
 * @param bytes the answer; gets the digest, if it was needed, for the next answer with the same bytes
 * @param whose the caller, if different callers see different records at the same path
 */
export function etagOf({ revision, others }: Validated, bytes: Digested, whose?: string): string | undefined {
  if (revision === undefined) return undefined
  if (others == null && whose === undefined) return `"${revision}"`
  if (others === 'anywhere') {
    bytes.digest ??= digestOf(bytes.data)
    return `"${revision}-${bytes.digest}"`
  }
  return `"${revision}-${digestOf(JSON.stringify(whose === undefined ? others : [whose, others]))}"`
}

const digestOf = (seen: string | Uint8Array) => hash('sha256', seen, 'base64url').slice(0, DIGEST_LENGTH)

/**
 * The revisions that `If-Match` allows: `"3"`, `"3-…", "4"`; undefined for `*` and without the header. The digest in a tag is
 * ignored: a request is about one record. Weak tags never match.
 * @param isTaken false if the request is not about a single record with an `ETag`
 * @throws invalid_data if malformed, or not taken
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
