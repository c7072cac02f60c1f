import { createHash } from 'node:crypto'
import type { MfaFactor } from '@souk/contracts'
import { toBase32 } from './base32.ts'

/** A second factor as it is stored; of each identity at most one is pending or enabled. */
export interface MfaFactorRecord {
  id: string
  identity_id: string
  provider: 'totp'
  status: 'pending' | 'enabled' | 'disabled'
  label: string | null
  metadata: Record<string, unknown> | null
  /** Base32; readable, since codes are computed with it. Absent once the factor is disabled. */
  secret?: string
  /** The last time step whose code was taken, and the op-id of the request that sent it: no earlier code is taken any more. */
  last_step: number
  last_op: string | null
  /** Wrong codes of the authenticator app since `wrong_since`. */
  wrong_codes: number
  wrong_since: Date | null
  recovery_codes: RecoveryCode[]
  /** ISO 8601; null while it is pending. */
  enabled_at: string | null
  /** The op-id of the request that disabled it, and when. */
  disabled_by?: string
  disabled_at?: Date
  created_at: string
  updated_at: string
}

interface RecoveryCode {
  sha256: string
  /** The op-id of the request that used it. */
  used_by: string | null
}

const ISSUER = 'Souk'
const RECOVERY_CODE_BYTES = 10

/** How the factor is shown. */
export function shownFactor(factor: MfaFactorRecord): MfaFactor {
  const { id, identity_id: auth_identity_id, provider, status, label, metadata, created_at, updated_at } = factor
  return { id, auth_identity_id, provider, status, label, metadata, created_at, updated_at }
}

/** The link that authenticator apps read from a QR code. @param account the e-mail address */
export function otpauthUrl(secret: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(account)}?${query}`
}

/** A recovery code of 80 bits, in groups of four. @param bytes at least ten random ones */
export const recoveryCodeOf = (bytes: Uint8Array) => toBase32(bytes.subarray(0, RECOVERY_CODE_BYTES)).match(/.{4}/g)!.join('-')

/** The stored form of a recovery code. Case, spaces and dashes do not matter. */
export const recoveryCodeHash = (code: string) =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest('hex')
