import { z } from 'zod'
import { FieldsQuery, Flag, Page } from '../fields/common.ts'

const NO_EFFECT = 'Without effect: taken because clients send the parameters of lists to every route.'
const ignored = <S extends z.ZodType>(schema: S) => schema.optional().meta({ description: NO_EFFECT, deprecated: true })

/** The query parameter that clients of the peers send where the answer is a receipt, or is always whole. */
export const ReceiptQuery = z.strictObject({
  fields: FieldsQuery.optional().meta({ description: 'Without effect: the answer is always whole.', deprecated: true }),
})

/**
 * The query parameters of a route that shows one record, where the peers take those of lists as well: they are checked, and
 * mean nothing. Other parameters are refused.
 */
export const RecordQuery = z.strictObject({
  fields: FieldsQuery.optional(),
  offset: ignored(Page.shape.offset),
  limit: ignored(Page.shape.limit),
  order: ignored(z.string().max(200)),
  with_deleted: ignored(Flag),
})
