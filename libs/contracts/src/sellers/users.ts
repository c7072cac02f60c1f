import { z } from 'zod'
import { IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { User } from './user.ts'

/** A secret API key has no user: it gets 401. */
export const getOwnUser = defineOperation({
  service: 'sellers',
  name: 'get-own-user',
  method: 'GET',
  path: '/admin/users/me',
  usersOnly: true,
  summary: 'Get the current administrator',
  response: z.object({ user: User }),
  selects: { key: 'user', schema: User, defaults: 'all' },
})

const users = plainResource({
  service: 'sellers',
  path: '/admin/users',
  noun: ['user', 'users'],
  keys: ['user', 'users'],
  schema: User,
  examples: { id: demonstrationId('user', 1), deleted: demonstrationId('user', 2) },
  defaults: 'all',
})
const name = TextInput(255).nullish()

export const listUsers = users.list('list-users', {
  sort: ['created_at', 'updated_at', 'email', 'first_name', 'last_name'],
  filter: ['id', 'email', 'first_name', 'last_name', 'created_at', 'updated_at', 'deleted_at'],
  q: ['email', 'first_name', 'last_name'],
  qInside: true,
  order: OLDEST_FIRST,
})
export const getUser = users.get('get-user')
export const updateUser = users.update(
  'update-user',
  z
    .strictObject({ first_name: name, last_name: name, avatar_url: TextInput(2048).nullish(), metadata: MetadataInput.nullish() })
    .meta({ example: { last_name: 'Admin' } }),
)
/** Its log-in is removed, too: the e-mail can be registered again. Administrators cannot delete themselves. */
export const deleteUser = users.delete('delete-user')

const params = z.object({ id: IdInput.meta({ description: 'ID of the user', example: demonstrationId('user', 1) }) })

export const listUserAuthProviders = defineOperation({
  service: 'sellers',
  name: 'list-user-auth-providers',
  method: 'GET',
  path: '/admin/users/:id/auth-providers',
  summary: "List a user's log-in methods",
  params,
  response: z.object({ providers: z.array(z.string()) }),
})
/** For an administrator who passes it on; the user's earlier tokens of this kind become void. */
export const createUserPasswordToken = defineOperation({
  service: 'sellers',
  name: 'create-user-password-token',
  method: 'POST',
  path: '/admin/users/:id/reset-password',
  summary: 'Create a password reset token for a user',
  params,
  response: z.object({ token: z.string() }),
  secret: true,
  ifMatch: 'none',
})

export const userOperations = {
  getOwnUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
  listUserAuthProviders,
  createUserPasswordToken,
}

export const userEvents = recordEvents('sellers', 'user', 'user')
export const [userCreated, userUpdated, userDeleted] = userEvents
