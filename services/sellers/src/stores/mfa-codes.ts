import { timeLeft } from '@souk/runtime'
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb'
import type { MfaFactorRecord } from '../domain/mfa/mfa-factor.ts'

/**
 * Most wrong codes of the authenticator app within an hour, whatever the request. Three of a million codes are right at a time:
 * it takes ten months to guess one with a probability of one half, and the log tells of it all the time.
 */
const MAX_WRONG_CODES = 30
const WRONG_CODES_MS = 3_600_000

export type StoredFactor = Omit<MfaFactorRecord, 'id'> & { _id: string }

/** The codes of second factors: those of an authenticator app, and recovery codes. Each is used once. */
export function createMfaCodes(factors: Collection<StoredFactor>) {
  /** @returns whether there is such a factor */
  const update = async (filter: Filter<StoredFactor>, change: UpdateFilter<StoredFactor> | Document[], deadline: number) =>
    (await factors.updateOne(filter, change, timeLeft(deadline))).matchedCount === 1

  return {
    /** Counts a code that is about to be compared as a wrong one. @returns false if too many were wrong lately */
    async countCode(id: string, now: Date, deadline: number): Promise<boolean> {
      const begun = new Date(now.getTime() - WRONG_CODES_MS)
      const isOver = { $lte: ['$wrong_since', begun] } // null is less than any time
      const wrong_codes = { $cond: [isOver, 1, { $add: ['$wrong_codes', 1] }] }
      const wrong_since = { $cond: [isOver, now, '$wrong_since'] }
      const may = [{ wrong_since: null }, { wrong_since: { $lte: begun } }, { wrong_codes: { $lt: MAX_WRONG_CODES } }]
      return update({ _id: id, $or: may }, [{ $set: { wrong_codes, wrong_since } }], deadline)
    },

    /** Takes the code of a time step, once: the counted code was right. @returns false if it, or a later one, was taken before */
    async takeStep(id: string, step: number, op: string, deadline: number): Promise<boolean> {
      const free = [{ last_step: { $lt: step } }, { last_step: step, last_op: op }]
      const taken = { $set: { last_step: step, last_op: op }, $inc: { wrong_codes: -1 } }
      return update({ _id: id, status: { $in: ['pending', 'enabled'] }, $or: free }, taken, deadline)
    },

    /**
     * Replaces all recovery codes, except one that this request has used: further attempts of it find it again.
     * @param hashes their SHA-256
     * @returns false unless the factor is enabled
     */
    async setRecoveryCodes(id: string, hashes: readonly string[], op: string, now: string, deadline: number): Promise<boolean> {
      const made = hashes.map((sha256) => ({ sha256, used_by: null }))
      const used = { $filter: { input: '$recovery_codes', cond: { $eq: ['$$this.used_by', op] } } }
      const replaced = [{ $set: { recovery_codes: { $concatArrays: [made, used] }, updated_at: now } }]
      return update({ _id: id, status: 'enabled' }, replaced, deadline)
    },

    /** Uses a recovery code, once. @returns false if there is no such code, or it was used by another request */
    async useRecoveryCode(id: string, sha256: string, op: string, deadline: number): Promise<boolean> {
      const code = { $elemMatch: { sha256, used_by: { $in: [null, op] } } }
      const used = { $set: { 'recovery_codes.$.used_by': op } }
      return update({ _id: id, status: 'enabled', recovery_codes: code }, used, deadline)
    },
  }
}
