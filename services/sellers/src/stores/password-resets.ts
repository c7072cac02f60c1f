import type { DomainEvent } from '@souk/contracts'
import { type Fate, firstEvents, insertOnce, type Outbox, type Stored, timeLeft, toDocument } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A token that was asked for; `id` is the SHA-256 of its `jti`. */
interface PasswordReset {
  id: string
  /** Whose password it sets; null where nobody has the e-mail. */
  identity_id: string | null
  /** The op-id of the request that used it. */
  used_by: string | null
  expires_at: Date
}

/** Tokens that set passwords: of each identity the newest one counts, once. */
export function createPasswordResetStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<PasswordReset>>('password_resets')
  const sink = outbox?.relay(collection)

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { expires_at: 1 }, name: 'expired', expireAfterSeconds: 0 },
        { key: { identity_id: 1 }, name: 'identity' },
      ])
    },

    /** The tokens of before are void from then on. Idempotent. @param told goes out with it */
    async issue(
      { told, ...reset }: Omit<PasswordReset, 'used_by'> & { told: readonly DomainEvent[] },
      { deadline, fate }: { deadline: number; fate: Fate },
    ) {
      const document = toDocument<PasswordReset>({ ...reset, used_by: null }, firstEvents(told, new Date().toISOString()))
      if ((await insertOnce(collection as never, document, deadline, fate)) && told.length > 0)
        sink?.onEvents(reset.id, document.outbox)
      const { id, identity_id } = reset
      if (identity_id !== null) await collection.deleteMany({ identity_id, _id: { $ne: id } }, timeLeft(deadline))
    },

    /** Uses it up. @returns false when it is none, or used; every attempt of one request may use it */
    async use(id: string, identity_id: string, op: string, deadline: number): Promise<boolean> {
      const usable = { _id: id, identity_id, expires_at: { $gt: new Date() }, used_by: { $in: [null, op] } }
      const { matchedCount } = await collection.updateOne(usable, { $set: { used_by: op } }, timeLeft(deadline))
      return matchedCount === 1
    },
  }
}

export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>
