import { z } from 'zod'
import { asked, FieldsQuery, FilledTextInput, Id, softDeletable, TextInput, Timestamp } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { EmailInput } from '../orders/customer-inputs.ts'
import { MemberRole, Seller } from './seller.ts'

/** An invitation to become a member of a seller, without its token. */
export const MemberInvite = z
  .object({
    id: Id,
    email: z.string(),
    role: MemberRole,
    seller_id: Id,
    seller: asked((): z.ZodType => Seller),
    accepted: z.boolean(),
    expires_at: Timestamp,
    ...softDeletable,
  })
  .meta({ id: 'MemberInvite' })
export type MemberInvite = z.infer<typeof MemberInvite>

const invites = plainResource({
  service: 'sellers',
  path: '/vendor/invites',
  noun: ['member invite', 'member invites'],
  keys: ['invite', 'invites'],
  schema: MemberInvite,
  examples: { id: demonstrationId('meminv', 1), deleted: demonstrationId('meminv', 1) },
  defaults: 'all',
})

export const listMemberInvites = invites.list('list-member-invites', {
  sort: ['created_at', 'updated_at', 'email', 'role', 'expires_at'],
  filter: ['id', 'email', 'role', 'accepted', 'expires_at', 'created_at', 'updated_at'],
  q: ['email'],
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
/**
 * For owners and admins; only an owner invites an owner. Its token, valid for seven days and once, is published only in
 * `member-invite.created`. An e-mail cannot be invited again until its invite is accepted, deleted or expired; an expired one is
 * deleted then. A seller may create 100 invites a day, 3 for one e-mail (429).
 */
export const createMemberInvite = {
  ...invites.create(
    'create-member-invite',
    z
      .strictObject({ email: EmailInput.toLowerCase(), role: MemberRole })
      .meta({ example: { email: 'new-member@souk.example', role: 'member' } }),
  ),
  status: 201 as const,
}
/**
 * For owners and admins. Its token becomes void; a member who has accepted it stays. Foreign, unknown and deleted ids are refused
 * alike (403).
 */
export const deleteMemberInvite = invites.delete('delete-member-invite')

/**
 * Makes the holder of a new log-in (`POST /auth/seller/emailpass/register`) a member of the seller, with the role in the invite,
 * from the next log-in on. A repeat by the same holder gets the same answer.
 */
export const acceptMemberInvite = defineOperation({
  service: 'sellers',
  name: 'accept-member-invite',
  method: 'POST',
  path: '/vendor/invites/accept',
  tokenIn: ['bearer', 'cookie'],
  summary: 'Accept a member invite',
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  body: z
    .strictObject({ token: TextInput(4096).describe('Token of the invite'), name: FilledTextInput() })
    .meta({ example: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', name: 'Bob' } }),
  response: z.object({ invite: MemberInvite }),
  selects: { key: 'invite', schema: MemberInvite, defaults: 'all' },
  secret: true,
  idempotency: 'none',
  ifMatch: 'none',
})

export const memberInviteOperations = { listMemberInvites, createMemberInvite, deleteMemberInvite, acceptMemberInvite }

/** Contains a secret: any reader can become a member. */
export const memberInviteCreated = defineEvent({
  service: 'sellers',
  name: 'member-invite.created',
  summary:
    'Somebody was invited to become a member of a seller. The token is only for the e-mail to the invited address: it can be used once, within seven days.',
  ids: z.object({
    id: z.string().describe('The invite'),
    seller_id: z.string().describe('The seller'),
    email: z.string().describe('The invited e-mail address'),
    role: z.string().describe('The role of the new member'),
    token: z.string().describe('For use with `POST /vendor/invites/accept`'),
  }),
})
const [, memberInviteUpdated, memberInviteDeleted] = recordEvents('sellers', 'member-invite', 'member invite')

export { memberInviteDeleted, memberInviteUpdated }
export const memberInviteEvents = [memberInviteCreated, memberInviteUpdated, memberInviteDeleted]
