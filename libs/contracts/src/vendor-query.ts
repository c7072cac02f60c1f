import { z } from 'zod'
import { FieldsQuery, Page } from './schemas/common.ts'

/** The query parameters that every `/vendor` route of the peers accepts; those without meaning for a route are ignored. */
const common = {
  fields: FieldsQuery.optional(),
  order: z.string().max(200).optional(),
  with_deleted: z.string().max(5).optional(),
}

export const VendorQuery = z.strictObject({ ...common, offset: Page.shape.offset, limit: Page.shape.limit })
