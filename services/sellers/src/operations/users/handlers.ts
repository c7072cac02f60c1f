import { userOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createUserPasswordToken } from './create-user-password-token.ts'
import { deleteUser } from './delete-user.ts'
import { getOwnUser } from './get-own-user.ts'
import { getUser } from './get-user.ts'
import { listUserAuthProviders } from './list-user-auth-providers.ts'
import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export const userHandlers = implementAll(userOperations, {
  createUserPasswordToken,
  deleteUser,
  getOwnUser,
  getUser,
  listUserAuthProviders,
  listUsers,
  updateUser,
})
