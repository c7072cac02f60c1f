import { userOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOwnUser } from './get-own-user.ts'

export const userHandlers = implementAll(userOperations, { getOwnUser })
