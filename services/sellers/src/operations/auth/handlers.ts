import { authOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { findApiKey } from './find-api-key.ts'
import { listAuthProviders } from './list-auth-providers.ts'
import { logIn } from './log-in.ts'
import { refreshToken } from './refresh-token.ts'
import { register } from './register.ts'

export const authHandlers = implementAll(authOperations, {
  logIn,
  register,
  refreshToken,
  createSession,
  deleteSession,
  listAuthProviders,
  findApiKey,
})
