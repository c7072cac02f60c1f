import { z } from 'zod'
import { asked, FieldsQuery, Id, softDeletable, TextInput, Timestamp } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { MemberRole, Seller } from './seller.ts'

/** Asks somebody to become a member of a seller. Its token is no part of it. */
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

export const MEMBER_INVITE_SEARCH = ['email'] as const

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
  q: MEMBER_INVITE_SEARCH,
  deleted: 'hidden',
})
/**
 * For owners and admins; only an owner invites an owner. Its token, valid for seven days and once, goes out with
 * `member-invite.created` alone. Who was invited and has neither accepted nor been forgotten (`DELETE`) is not invited again.
 */
export const createMemberInvite = {
  ...invites.create(
    'create-member-invite',
    z
      .strictObject({ email: TextInput(320).min(1).toLowerCase(), role: MemberRole })
      .meta({ example: { email: 'new-member@souk.example', role: 'member' } }),
  ),
  status: 201 as const,
}
/**
 * For owners and admins. Its token is void from then on; who has accepted it stays. Foreign, unknown and deleted ids are refused
 * alike (403).
 */
export const deleteMemberInvite = invites.delete('delete-member-invite')

/**
 * Whoever registered (`POST /auth/seller/emailpass/register`) becomes a member of the seller, with the role that the invite
 * names; the next log-in says so. A repeat by the same one answers the same.
 */
export const acceptMemberInvite = defineOperation({
  service: 'sellers',
  name: 'accept-member-invite',
  method: 'POST',
  path: '/vendor/invites/accept',
  token_in: ['bearer', 'cookie'],
  summary: 'Accept a member invite',
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  body: z
    .strictObject({ token: TextInput(4096).describe('Of the invite'), name: TextInput(255).min(1) })
    .meta({ example: { token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', name: 'Bob' } }),
  response: z.object({ invite: MemberInvite }),
  selects: { key: 'invite', schema: MemberInvite, defaults: 'all' },
  secret: true,
  idempotency: 'none',
  if_match: 'none',
})

export const memberInviteOperations = { listMemberInvites, createMemberInvite, deleteMemberInvite, acceptMemberInvite }

/** Holds what is to be kept secret: whoever may read it can become a member. */
export const memberInviteCreated = defineEvent({
  service: 'sellers',
  name: 'member-invite.created',
  summary:
    'Somebody was invited to become a member of a seller. The token is for the mail to the owner of the e-mail, and nobody else: it is valid for seven days, and once.',
  ids: z.object({
    id: z.string().describe('The invite'),
    seller_id: z.string().describe('The seller'),
    email: z.string().describe('Who is invited'),
    role: z.string().describe('As what'),
    token: z.string().describe('For `POST /vendor/invites/accept`'),
  }),
})
const [, memberInviteUpdated, memberInviteDeleted] = recordEvents('sellers', 'member-invite', 'member invite')

export { memberInviteDeleted, memberInviteUpdated }
export const memberInviteEvents = [memberInviteCreated, memberInviteUpdated, memberInviteDeleted]
