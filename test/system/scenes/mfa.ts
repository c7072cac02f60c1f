import {
  addMfaChallenge,
  addPendingFactor,
  codeOfFactor,
  headersOfEnabled,
  headersOfFactor,
  RECOVERY_BODY,
} from '../mfa-records.ts'
import { addIdentity } from '../records.ts'
import type { System } from '../system.ts'
import type { Resource } from './scene.ts'

const ofSomebody = async (system: System) => ({ authorization: `Bearer ${(await addIdentity(system)).token}` })

export const mfa: Resource = {
  operations: {
    'list-mfa-factors': { headers: headersOfEnabled },
    'create-mfa-factor': {
      headers: ofSomebody,
      body: { provider: 'totp', label: 'Authenticator app', metadata: { phone: 'old' } },
    },
    'verify-mfa-factor': { ids: { own: addPendingFactor }, headers: headersOfFactor, body: codeOfFactor, once: true },
    'delete-mfa-factor': { ids: { own: addPendingFactor }, headers: headersOfFactor, once: 404 },
    'create-mfa-recovery-codes': { headers: headersOfEnabled, body: { count: 3 } },
    // Five codes are taken, and the code is used once.
    'verify-mfa-challenge': { ids: { own: addMfaChallenge }, body: RECOVERY_BODY, once: 404 },
  },
}
