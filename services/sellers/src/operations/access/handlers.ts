import { accessOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { retireSigningKey } from './retire-signing-key.ts'
import { revokeAccess } from './revoke-access.ts'

export const accessHandlers = implementAll(accessOperations, { revokeAccess, retireSigningKey })
