import { createInserter, isDuplicateKey, timeLeft } from '@souk/runtime'
import type { Db, Document, Filter, UpdateFilter } from 'mongodb'
import type { MfaFactorRecord } from '../domain/mfa/mfa-factor.ts'

/**
 * Most wrong codes of the authenticator app within an hour, whatever the request. Three of a million codes are right at a time:
 * it takes ten months to guess one with a probability of one half, and the log tells of it all the time.
 */
const MAX_WRONG_CODES = 30
const WRONG_CODES_MS = 3_600_000
/** How long a disabled factor is remembered, for repeats of the request. */
const KEPT_DISABLED_S = 3600

type Stored = Omit<MfaFactorRecord, 'id'> & { _id: string }

/** Second factors. A factor has a secret as long as it is pending or enabled. */
export function createMfaFactorStore(db: Db) {
  const collection = db.collection<Stored>('mfa_factors')
  const insertOnce = createInserter(collection)
  const factorOf = (document: Stored | null): MfaFactorRecord | undefined => {
    if (!document) return undefined
    const { _id, ...rest } = document
    return { id: _id, ...rest }
  }
  const find = async (filter: Filter<Stored>, deadline: number) => factorOf(await collection.findOne(filter, timeLeft(deadline)))
  const change = async (filter: Filter<Stored>, update: UpdateFilter<Stored> | Document[], deadline: number) =>
    factorOf(await collection.findOneAndUpdate(filter, update, { returnDocument: 'after', ...timeLeft(deadline) }))

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        {
          key: { identity_id: 1 },
          name: 'one_per_identity',
          unique: true,
          partialFilterExpression: { secret: { $type: 'string' } },
        },
        { key: { identity_id: 1, _id: 1 }, name: 'identity' },
        { key: { disabled_at: 1 }, name: 'forgotten', expireAfterSeconds: KEPT_DISABLED_S },
      ])
    },

    /** The identity's pending or enabled factor. */
    findLive: (identity_id: string, deadline: number) => find({ identity_id, secret: { $type: 'string' } }, deadline),

    /** A factor of this identity, disabled ones included. */
    findOf: (id: string, identity_id: string, deadline: number) => find({ _id: id, identity_id }, deadline),

    /**
     * Removes the identity's pending factor, unless it is this one, and stores this one.
     * @returns false if there is another one, or this one already existed
     */
    async replacePending({ id, ...rest }: MfaFactorRecord, deadline: number): Promise<boolean> {
      const { identity_id } = rest
      await collection.deleteMany({ identity_id, status: 'pending', _id: { $ne: id } }, timeLeft(deadline))
      try {
        return await insertOnce({ _id: id, ...rest }, deadline)
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Counts a code that is about to be compared as a wrong one. @returns false if too many were wrong lately */
    async countCode(id: string, now: Date, deadline: number): Promise<boolean> {
      const begun = new Date(now.getTime() - WRONG_CODES_MS)
      const isOver = { $lte: ['$wrong_since', begun] } // null is less than any time
      const wrong_codes = { $cond: [isOver, 1, { $add: ['$wrong_codes', 1] }] }
      const wrong_since = { $cond: [isOver, now, '$wrong_since'] }
      const may = [{ wrong_since: null }, { wrong_since: { $lte: begun } }, { wrong_codes: { $lt: MAX_WRONG_CODES } }]
      const counted = await collection.updateOne(
        { _id: id, $or: may },
        [{ $set: { wrong_codes, wrong_since } }],
        timeLeft(deadline),
      )
      return counted.matchedCount === 1
    },

    /** Takes the code of a time step, once: the counted code was right. @returns false if it, or a later one, was taken before */
    async takeStep(id: string, step: number, op: string, deadline: number): Promise<boolean> {
      const free = [{ last_step: { $lt: step } }, { last_step: step, last_op: op }]
      const taken = { $set: { last_step: step, last_op: op }, $inc: { wrong_codes: -1 } }
      return (await change({ _id: id, status: { $in: ['pending', 'enabled'] }, $or: free }, taken, deadline)) !== undefined
    },

    /** Idempotent. @returns undefined if it was removed or disabled */
    enable: (id: string, now: string, deadline: number) =>
      change(
        { _id: id, status: { $in: ['pending', 'enabled'] } },
        [{ $set: { status: 'enabled', enabled_at: { $ifNull: ['$enabled_at', now] }, updated_at: now } }],
        deadline,
      ),

    /** @returns undefined unless it has this status, or the same request has disabled it */
    async disable(id: string, status: 'pending' | 'enabled', op: string, now: Date, deadline: number) {
      const $set = {
        status: 'disabled' as const,
        recovery_codes: [],
        metadata: null,
        disabled_by: op,
        disabled_at: now,
        updated_at: now.toISOString(),
      }
      const disabled = await change({ _id: id, status }, { $set, $unset: { secret: '' } }, deadline)
      return disabled ?? find({ _id: id, disabled_by: op }, deadline)
    },

    /**
     * Replaces all recovery codes, except one that this request has used: further attempts of it find it again.
     * @param hashes their SHA-256
     * @returns false unless the factor is enabled
     */
    async setRecoveryCodes(id: string, hashes: readonly string[], op: string, now: string, deadline: number): Promise<boolean> {
      const made = hashes.map((sha256) => ({ sha256, used_by: null }))
      const used = { $filter: { input: '$recovery_codes', cond: { $eq: ['$$this.used_by', op] } } }
      const update = [{ $set: { recovery_codes: { $concatArrays: [made, used] }, updated_at: now } }]
      return (await change({ _id: id, status: 'enabled' }, update, deadline)) !== undefined
    },

    /** Uses a recovery code, once. @returns false if there is no such code, or it was used by another request */
    async useRecoveryCode(id: string, sha256: string, op: string, deadline: number): Promise<boolean> {
      const code = { $elemMatch: { sha256, used_by: { $in: [null, op] } } }
      const used = { $set: { 'recovery_codes.$.used_by': op } }
      return (await change({ _id: id, status: 'enabled', recovery_codes: code }, used, deadline)) !== undefined
    },

    /** @returns whether there was an enabled or pending one */
    async removeOf(identity_id: string, deadline: number): Promise<boolean> {
      const live = await collection.deleteOne({ identity_id, secret: { $type: 'string' } }, timeLeft(deadline))
      await collection.deleteMany({ identity_id }, timeLeft(deadline))
      return live.deletedCount > 0
    },

    /** Removes factors whose identity no longer exists. */
    async removeOrphaned() {
      const identities = { $lookup: { from: 'auth_identities', localField: 'identity_id', foreignField: '_id', as: 'found' } }
      const orphaned = [identities, { $match: { found: [] } }, { $project: { _id: 1 } }]
      const ids = (await collection.aggregate<{ _id: string }>(orphaned).toArray()).map(({ _id }) => _id)
      if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids } })
    },
  }
}

export type MfaFactorStore = ReturnType<typeof createMfaFactorStore>
