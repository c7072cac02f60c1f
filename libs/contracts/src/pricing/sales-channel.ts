import { z } from 'zod'
import { Id, Metadata, softDeletable } from '../fields/common.ts'

export const SalesChannel = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    is_disabled: z.boolean(),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'SalesChannel' })
export type SalesChannel = z.infer<typeof SalesChannel>
