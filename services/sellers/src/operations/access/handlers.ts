import { accessOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { releaseCustomer } from './release-customer.ts'
import { retireSigningKey } from './retire-signing-key.ts'
import { revokeAccess } from './revoke-access.ts'

export const accessHandlers = implementAll(accessOperations, { releaseCustomer, retireSigningKey, revokeAccess })
