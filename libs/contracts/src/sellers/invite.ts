import { z } from 'zod'
import { Id, Metadata, softDeletable, Timestamp } from '../fields/common.ts'

/** An invitation to become an administrator. */
export const Invite = z
  .object({
    id: Id,
    email: z.string(),
    accepted: z.boolean(),
    token: z
      .string()
      .describe('Whoever holds it can accept the invite, using their own registration. Replaced each time the invite is sent.'),
    expires_at: Timestamp,
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>
