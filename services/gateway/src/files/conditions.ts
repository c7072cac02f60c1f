import { type Selection, selectFields } from '@souk/contracts'
import { assertMatch, etagOf, revisionsIn } from '@souk/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertNoCondition, isAtHand } from '../forwarding/if-none-match.ts'

/** Files are created and removed, never changed. */
const REVISION = 1

/**
 * For routes that are not about a single record with an `ETag`.
 * @throws invalid_data for `If-Match`, and for `If-None-Match` with a change, with the same messages as operations
 */
export function assertUnconditional({ method, headers }: FastifyRequest) {
  revisionsIn(false, headers['if-match'])
  assertNoCondition(method !== 'GET' && method !== 'HEAD', headers['if-none-match'])
}

/**
 * Answers the selected fields of a file's record with its `ETag`, which stays the same while the file exists. 304 if
 * `If-None-Match` matches.
 * @throws invalid_data for a malformed `If-Match`; revision_mismatch if it does not match
 */
export function answerFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: { id: string; url: string },
  selection: Selection,
) {
  assertMatch(revisionsIn(true, headers['if-match']), REVISION)
  const etag = etagOf({ revision: REVISION, others: { url: file.url } }, { data: Buffer.alloc(0) })!
  reply.header('etag', etag)
  return isAtHand(headers['if-none-match'], { status: 200, etag })
    ? reply.code(304).send()
    : reply.send({ file: selectFields(selection, file) })
}
