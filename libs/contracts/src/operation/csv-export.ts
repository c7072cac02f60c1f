import { z } from 'zod'
import { Id, IdInput, Timestamp, timestamps } from '../fields/common.ts'

/** The fields of a CSV file that is written after the answer, without the number of records written by now. */
export const csvExport = {
  id: Id,
  status: z.enum(['running', 'done']),
  file: z
    .object({
      url: z.string().describe('Path at this interface, for administrators.'),
      filename: z.string(),
      mimeType: z.string(),
    })
    .nullable()
    .describe('Null until it is done.'),
  finished_at: Timestamp.nullable(),
  ...timestamps,
}
export const Written = z.int().min(0).describe('How many are written by now.')

export const ExportBegun = z.object({ transaction_id: z.string() })

/** A part of the file of an export that is done. */
export const ExportPart = z.object({
  text: z.string(),
  next: z.int().nullable().describe('Null behind the last part.'),
  filename: z.string(),
})
export type ExportPart = z.infer<typeof ExportPart>

export const exportPart = {
  body: z.strictObject({ export_id: IdInput, part: z.int().min(0) }),
  response: ExportPart,
  attempt_ms: 5000,
} as const
