import type { Actor } from '@souk/contracts'
import type { Bus } from '@souk/runtime'
import type { FastifyReply } from 'fastify'
import type { UnreadAnswers } from '../load/unread-answers.ts'
import { exportFile, type ReadExportPart } from './export-file.ts'

/** Bytes of an exported file that wait for its reader, approximately. */
const PART_BYTES = 512 * 1024

interface Sending {
  bus: Pick<Bus, 'call'>
  unread: UnreadAnswers
  /** On whose behalf it is read; absent: administrators'. */
  actor?: Actor
}

/** Sends the file of an export. @throws not_found */
export async function sendExport(reply: FastifyReply, id: string, part: ReadExportPart, { bus, unread, actor }: Sending) {
  const { filename, bytes } = await exportFile(id, part, bus, actor)
  unread.add(reply.raw, PART_BYTES, true)
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${filename}"` }
  return reply.headers(headers).send(bytes)
}
