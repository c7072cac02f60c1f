import { randomBytes } from 'node:crypto'
import { fromBase32, toBase32 } from '../../services/sellers/src/domain/mfa/base32.ts'
import { type MfaFactorRecord, recoveryCodeHash } from '../../services/sellers/src/domain/mfa/mfa-factor.ts'
import { codeOf, stepAt } from '../../services/sellers/src/domain/mfa/totp.ts'
import { addIdentity } from './records.ts'
import type { System } from './system.ts'

const RECOVERY_CODE = 'ABCD-EFGH-IJKL-MNOP'
const HOUR_MS = 3_600_000

/** A second factor of a log-in of its own, which is nobody's yet; an enabled one has a recovery code. */
async function addMfaFactor(system: System, status: 'pending' | 'enabled') {
  const identity = await addIdentity(system)
  const id = `authmfa_${randomBytes(12).toString('hex')}`
  const factor: MfaFactorRecord = {
    ...{ id, identity_id: identity.id, provider: 'totp', status, label: 'Authenticator app', metadata: null },
    secret: toBase32(randomBytes(20)),
    ...{ last_step: 0, last_op: null, wrong_codes: 0, wrong_since: null },
    recovery_codes: status === 'enabled' ? [{ sha256: recoveryCodeHash(RECOVERY_CODE), used_by: null }] : [],
    // Enabled a moment ago, however long the tests take.
    enabled_at: status === 'enabled' ? new Date(Date.now() + HOUR_MS).toISOString() : null,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
  }
  const { id: _id, ...rest } = factor
  await system.sellers.db.collection<{ _id: string }>('mfa_factors').insertOne({ _id, ...rest })
  return { factor, identity }
}

export const addPendingFactor = async (system: System) => (await addMfaFactor(system, 'pending')).factor.id

/** The headers of whoever has just enabled a second factor. */
export const headersOfEnabled = async (system: System) => {
  const { identity } = await addMfaFactor(system, 'enabled')
  return { authorization: `Bearer ${identity.token}` }
}

/** The headers of the owner of a factor. */
export async function headersOfFactor(system: System, id: string) {
  const { sellers } = system
  const { identity_id } = await factorWith(system, id)
  const claims = { actor_id: '', actor_type: 'user', auth_identity_id: identity_id, auth_provider: 'emailpass' }
  return { authorization: `Bearer ${await sellers.deps.signer.sign(claims)}` }
}

/** A body with the code that the factor's authenticator app shows whenever it is read. */
export async function codeOfFactor(system: System, id: string) {
  const secret = fromBase32((await factorWith(system, id)).secret!)
  return {
    get code() {
      return codeOf(secret, stepAt(Date.now()))
    },
  }
}

const factorWith = async ({ sellers }: System, id: string) =>
  (await sellers.db.collection<MfaFactorRecord & { _id: string }>('mfa_factors').findOne({ _id: id }))!

/** A log-in that lacks its second factor: `RECOVERY_BODY` completes it. @returns the challenge's id */
export async function addMfaChallenge(system: System): Promise<string> {
  const { identity } = await addMfaFactor(system, 'enabled')
  const _id = `authmfach_${randomBytes(20).toString('hex')}`
  const challenge = { _id, identity_id: identity.id, issued_at: Math.floor(Date.now() / 1000), attempts: 0, completed_by: null }
  const expires_at = new Date(Date.now() + HOUR_MS)
  await system.sellers.db.collection<{ _id: string }>('mfa_challenges').insertOne({ ...challenge, expires_at } as { _id: string })
  return _id
}
export const RECOVERY_BODY = { method: 'recovery_code', code: RECOVERY_CODE }
