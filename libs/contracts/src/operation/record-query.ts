import { z } from 'zod'
import { FieldsQuery, Flag, Page } from '../fields/common.ts'

const NO_EFFECT = 'Accepted but ignored: clients send list parameters to every route.'
const ignored = <S extends z.ZodType>(schema: S) => schema.optional().meta({ description: NO_EFFECT, deprecated: true })

/** For answers that are always whole, such as receipts: the query parameter that the peers' clients send nevertheless. */
export const ReceiptQuery = z.strictObject({
  fields: FieldsQuery.optional().meta({
    description: 'Accepted but ignored: the response is always complete.',
    deprecated: true,
  }),
})

/**
 * The query parameters of a route that shows one record. As with the peers, those of lists are accepted as well: they are
 * validated, but have no effect. Other parameters are refused.
 */
export const RecordQuery = z.strictObject({
  fields: FieldsQuery.optional(),
  offset: ignored(Page.shape.offset),
  limit: ignored(Page.shape.limit),
  order: ignored(z.string().max(200)),
  with_deleted: ignored(Flag),
})
