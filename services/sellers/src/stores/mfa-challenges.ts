import { createInserter, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { MAX_ATTEMPTS, type MfaChallengeRecord } from '../domain/mfa/mfa-challenge.ts'

/** Most challenges of an identity: a further one ends the oldest. */
const MAX_OPEN = 10

type Document = Omit<MfaChallengeRecord, 'id'> & { _id: string }

/** Challenges of log-ins that still lack their second factor. */
export function createMfaChallengeStore(db: Db) {
  const collection = db.collection<Document>('mfa_challenges')
  const insertOnce = createInserter(collection)

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { expires_at: 1 }, name: 'expired', expireAfterSeconds: 0 },
        { key: { identity_id: 1, expires_at: -1, _id: 1 }, name: 'identity' },
      ])
    },

    async add({ id, ...rest }: MfaChallengeRecord, deadline: number) {
      await insertOnce({ _id: id, ...rest }, deadline)
      const { identity_id } = rest
      const newest = { sort: { expires_at: -1, _id: 1 }, projection: { _id: 1 }, skip: MAX_OPEN, ...timeLeft(deadline) } as const
      const surplus = (await collection.find({ identity_id }, newest).toArray()).map(({ _id }) => _id)
      if (surplus.length > 0) await collection.deleteMany({ _id: { $in: surplus } }, timeLeft(deadline))
    },

    /** Counts a code that is about to be compared. @returns undefined if the challenge is unknown or over */
    async countAttempt(id: string, op: string, now: Date, deadline: number): Promise<MfaChallengeRecord | undefined> {
      const open = [{ completed_by: null, attempts: { $lt: MAX_ATTEMPTS } }, { completed_by: op }]
      const counted = await collection.findOneAndUpdate(
        { _id: id, expires_at: { $gt: now }, $or: open },
        { $inc: { attempts: 1 } },
        { returnDocument: 'after', ...timeLeft(deadline) },
      )
      if (!counted) return undefined
      const { _id, ...rest } = counted
      return { id: _id, ...rest }
    },

    /** Completes the challenge, once. @returns false if another request did, or it is gone */
    async complete(id: string, op: string, deadline: number): Promise<boolean> {
      const open = { _id: id, completed_by: { $in: [null, op] } }
      return (await collection.updateOne(open, { $set: { completed_by: op } }, timeLeft(deadline))).matchedCount === 1
    },

    async removeOf(identity_id: string, deadline: number) {
      await collection.deleteMany({ identity_id }, timeLeft(deadline))
    },
  }
}

export type MfaChallengeStore = ReturnType<typeof createMfaChallengeStore>
