import { z } from 'zod'
import { Id, IdInput, Timestamp, timestamps } from '../fields/common.ts'
import { defineEvent } from './event.ts'
import type { ServiceName } from './operation.ts'

/** The fields of a CSV export, which is written after the answer, except the number of records written so far. */
export const csvExport = {
  id: Id,
  status: z.enum(['running', 'done']),
  file: z
    .object({
      url: z.string().describe('Path on this API, for administrators.'),
      filename: z.string(),
      mimeType: z.string(),
    })
    .nullable()
    .describe('Null until the export is done.'),
  finished_at: Timestamp.nullable(),
  ...timestamps,
}
export const Written = z.int().min(0).describe('Number of records written so far.')

export const ExportBegun = z.object({ transaction_id: z.string() })

/** A part of the file of a finished export. */
export const ExportPart = z.object({
  text: z.string(),
  next: z.int().nullable().describe('Null after the last part.'),
  filename: z.string(),
})
export type ExportPart = z.infer<typeof ExportPart>

export const exportPart = {
  body: z.strictObject({ export_id: IdInput, part: z.int().min(0) }),
  response: ExportPart,
  attempt_ms: 5000,
} as const

/** The file of a finished export, as shown in answers and notifications. @param kind such as `product-exports` */
export const exportedFile = (kind: string, id: string) => ({
  url: `/admin/${kind}/${id}/file`,
  filename: `${id}-${kind}.csv`,
  mimeType: 'text/csv',
})

export type ExportFinished = ReturnType<typeof exportFinished>

/** The event of a finished export. @param record such as `product-export` @param of the records in its file */
export const exportFinished = (service: ServiceName, record: string, of: string) =>
  defineEvent({
    service,
    name: `${record}.finished`,
    summary: `A CSV file of ${of} was written.`,
    ids: z.object({ id: z.string().describe('The export') }),
  })
