import { type Selection, selectFields } from '@souk/contracts'
import { assertMatch, etagOf, revisionsIn } from '@souk/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assertNoCondition, isAtHand } from '../forwarding/if-none-match.ts'

/** A file is made and removed, never changed. */
const REVISION = 1

/**
 * For routes that are about no single record with an `ETag`.
 * @throws invalid_data for `If-Match`, and for `If-None-Match` of a change, in the words that operations have
 */
export function assertUnconditional({ method, headers }: FastifyRequest) {
  revisionsIn(false, headers['if-match'])
  assertNoCondition(method !== 'GET' && method !== 'HEAD', headers['if-none-match'])
}

/**
 * Answers the selected fields of the record of a file with its `ETag`: the same as long as the file lies at its address. 304
 * where `If-None-Match` has it.
 * @throws invalid_data for a malformed `If-Match`; revision_mismatch for another one
 */
export function answerFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: { id: string; url: string },
  selection: Selection,
) {
  assertMatch(revisionsIn(true, headers['if-match']), REVISION)
  const etag = etagOf({ revision: REVISION, others: { url: file.url } }, Buffer.alloc(0))!
  reply.header('etag', etag)
  return isAtHand(headers['if-none-match'], { status: 200, etag })
    ? reply.code(304).send()
    : reply.send({ file: selectFields(selection, file) })
}
