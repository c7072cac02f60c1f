import { z } from 'zod'
import { Id, Metadata, softDeletable, Timestamp } from '../fields/common.ts'

/** Asks somebody to become an administrator. */
export const Invite = z
  .object({
    id: Id,
    email: z.string(),
    accepted: z.boolean(),
    token: z
      .string()
      .describe('Its holder can accept the invite, with a registration of their own. Another one each time it is sent.'),
    expires_at: Timestamp,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>
