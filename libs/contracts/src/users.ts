import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { User } from './schemas/user.ts'

/** A secret API key is nobody: it is answered 401. */
export const getOwnUser = defineOperation({
  service: 'sellers',
  name: 'get-own-user',
  method: 'GET',
  path: '/admin/users/me',
  summary: 'Get the administrator who asks',
  response: z.object({ user: User }),
  selects: { key: 'user', schema: User, defaults: 'all' },
})

export const userOperations = [getOwnUser]
