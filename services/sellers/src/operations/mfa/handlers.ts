import { mfaOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createMfaFactor } from './create-mfa-factor.ts'
import { createMfaRecoveryCodes } from './create-mfa-recovery-codes.ts'
import { deleteMfaFactor } from './delete-mfa-factor.ts'
import { listMfaFactors } from './list-mfa-factors.ts'
import { removeMfa } from './remove-mfa.ts'
import { verifyMfaChallenge } from './verify-mfa-challenge.ts'
import { verifyMfaFactor } from './verify-mfa-factor.ts'

export const mfaHandlers = implementAll(mfaOperations, {
  listMfaFactors,
  createMfaFactor,
  verifyMfaFactor,
  deleteMfaFactor,
  createMfaRecoveryCodes,
  verifyMfaChallenge,
  removeMfa,
})
