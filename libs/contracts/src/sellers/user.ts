import { z } from 'zod'
import { Id, Metadata, softDeletable } from '../fields/common.ts'

/** An administrator. */
export const User = z
  .object({
    id: Id,
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    avatar_url: z.string().nullable().describe('URL.'),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>
