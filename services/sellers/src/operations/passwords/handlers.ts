import { passwordOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { resetPassword } from './reset-password.ts'
import { updatePassword } from './update-password.ts'

export const passwordHandlers = implementAll(passwordOperations, { resetPassword, updatePassword })
