import { z } from 'zod'
import { FilledTextInput, MetadataInput, TextInput } from '../fields/common.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ActorType } from './auth.ts'
import { CREDENTIAL_OPERATION } from './credential-operation.ts'

/** The `actor_type` of a token that can only set a password. */
export const PASSWORD_RESET = 'password-reset'

const actor_type = ActorType.meta({ description: 'The account type', example: 'user' })

/**
 * The answer is the same whether or not anybody has that e-mail. The token, valid for 15 minutes and once, is published only in
 * `auth.password-reset`, at most five times an hour for one account. Earlier tokens stay valid until one is used.
 */
export const resetPassword = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'reset-password',
  path: '/auth/:actor_type/:auth_provider/reset-password',
  summary: 'Request a token for setting a new password',
  status: 201,
  params: z.object({
    actor_type,
    auth_provider: TextInput(100).meta({ description: 'The log-in method', example: 'emailpass' }),
  }),
  body: z
    .strictObject({
      identifier: FilledTextInput(320).describe('The e-mail address'),
      provider: TextInput(100).optional().describe('Accepted but ignored: given by the path.'),
      metadata: MetadataInput.nullish().describe('Passed on in the event, for the sender of e-mails.'),
    })
    .meta({ example: { identifier: 'nobody@souk.example' } }),
  response: z.object({}),
  requestLimit: 'registrations',
})

/** Makes all tokens of the account void, including the one used here. */
export const updatePassword = defineOperation({
  ...CREDENTIAL_OPERATION,
  name: 'update-password',
  path: '/auth/:actor_type/emailpass/update',
  tokenIn: ['bearer'],
  unauthorized: 'Invalid token',
  summary: 'Set a new password with a reset token',
  params: z.object({ actor_type }),
  body: z
    .strictObject({
      password: FilledTextInput(1024),
      email: TextInput(320).optional().describe('Accepted but ignored: the e-mail address cannot be changed this way.'),
    })
    .meta({ example: { password: 'a password of their own' } }),
  response: z.object({ success: z.literal(true) }),
})

export const passwordOperations = { resetPassword, updatePassword }

/** Contains a secret: any reader can set the password. */
export const passwordReset = defineEvent({
  service: 'sellers',
  name: 'auth.password-reset',
  summary:
    'A password reset was requested. The token sets a new password, once, within 15 minutes; it is only for the e-mail to the owner of the address.',
  ids: z.object({
    entity_id: z.string().describe('The e-mail address'),
    actor_type: z.string().describe('The account type'),
    token: z.string().describe('Bearer token for `POST /auth/{actor_type}/emailpass/update`'),
    metadata: z.string().describe('The metadata of the request, as JSON; `null` for none'),
  }),
})
export const passwordEvents = [passwordReset]
