import { z } from 'zod'
import { FieldsQuery, FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { Invite } from './invite.ts'
import { User } from './user.ts'

const invites = plainResource({
  service: 'sellers',
  path: '/admin/invites',
  noun: ['invite', 'invites'],
  keys: ['invite', 'invites'],
  schema: Invite,
  examples: { id: demonstrationId('invite', 1), deleted: demonstrationId('invite', 2) },
  defaults: 'all',
})
const email = FilledTextInput(320).toLowerCase()

export const listInvites = invites.list('list-invites', {
  sort: ['created_at', 'updated_at', 'email', 'expires_at'],
  filter: ['id', 'email', 'created_at', 'updated_at', 'deleted_at'],
  q: ['email'],
  qInside: true,
  order: OLDEST_FIRST,
})
/** Valid for a day. A listener to `invite.created` and `invite.updated` reads the token, and mails it to the invited address. */
export const createInvite = {
  ...invites.create(
    'create-invite',
    z
      .strictObject({
        email,
        roles: z.array(IdInput).max(100).nullish().describe('Must be empty: there are no roles.'),
        metadata: MetadataInput.nullish(),
      })
      .meta({ example: { email: 'invited@souk.example' } }),
  ),
  secret: true,
}
export const getInvite = invites.get('get-invite')
export const deleteInvite = invites.delete('delete-invite')
/** With a new token, for another day; the previous token is void. */
export const resendInvite = {
  ...invites.act('resend-invite', { below: 'resend', summary: 'Resend an invite', body: z.strictObject({}) }),
  secret: true,
}

/**
 * Makes the holder of a new log-in (`POST /auth/user/emailpass/register`) an administrator. It can be accepted once: a repeat is
 * refused (401), unless the first request was interrupted. So is the e-mail of another user.
 */
export const acceptInvite = defineOperation({
  service: 'sellers',
  name: 'accept-invite',
  method: 'POST',
  path: '/admin/invites/accept',
  tokenIn: ['bearer', 'cookie'],
  summary: 'Accept an invite',
  query: z.strictObject({
    fields: FieldsQuery.optional(),
    token: TextInput(4096).describe('Token of the invite').meta({ example: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' }),
  }),
  body: z
    .strictObject({
      email: email.nullish().describe('Default: the invited e-mail address'),
      first_name: TextInput(255).nullish(),
      last_name: TextInput(255).nullish(),
    })
    .meta({ example: { first_name: 'Ada', last_name: 'Admin' } }),
  response: z.object({ user: User }),
  selects: { key: 'user', schema: User, defaults: 'all' },
  secret: true,
  idempotency: 'none',
  ifMatch: 'none',
})

export const inviteOperations = { listInvites, createInvite, getInvite, deleteInvite, resendInvite, acceptInvite }

export const inviteEvents = recordEvents('sellers', 'invite', 'invite')
export const [inviteCreated, inviteUpdated, inviteDeleted] = inviteEvents
