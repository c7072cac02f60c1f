import type { FastifyReply } from 'fastify'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { exportFile, type ReadPart } from './export-file.ts'

/** Approximate bytes of an exported file that wait for its reader. */
const PART_BYTES = 512 * 1024

/** Sends the file of an export. @throws not_found */
export async function sendExport(reply: FastifyReply, read: ReadPart, unread: UnreadAnswers) {
  const { filename, bytes } = await exportFile(read)
  unread.add(reply.raw, PART_BYTES, true)
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${filename}"` }
  return reply.headers(headers).send(bytes)
}
