import { createInserter, isDuplicateKey, timeLeft } from '@souk/runtime'
import type { Db, Document, Filter, UpdateFilter } from 'mongodb'
import type { MfaFactorRecord } from '../domain/mfa/mfa-factor.ts'
import { createMfaCodes, type StoredFactor } from './mfa-codes.ts'

/** How long a disabled factor is remembered, for repeats of the request. */
const KEPT_DISABLED_S = 3600

/** Second factors. A factor has a secret as long as it is pending or enabled. */
export function createMfaFactorStore(db: Db) {
  const collection = db.collection<StoredFactor>('mfa_factors')
  const insertOnce = createInserter(collection)
  const factorOf = (document: StoredFactor | null): MfaFactorRecord | undefined => {
    if (!document) return undefined
    const { _id, ...rest } = document
    return { id: _id, ...rest }
  }
  const find = async (filter: Filter<StoredFactor>, deadline: number) =>
    factorOf(await collection.findOne(filter, timeLeft(deadline)))
  const change = async (filter: Filter<StoredFactor>, update: UpdateFilter<StoredFactor> | Document[], deadline: number) =>
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

    ...createMfaCodes(collection),

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
