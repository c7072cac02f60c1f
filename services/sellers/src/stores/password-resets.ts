import type { DomainEvent } from '@souk/contracts'
import {
  dropIndexes,
  type EventRelay,
  type Fate,
  firstEvents,
  insertOnce,
  isDuplicateKey,
  type Stored,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db, Filter } from 'mongodb'

/** Most tokens that an identity is sent within an hour: more would flood its mailbox. */
const MAX_SENT = 5
/** A token that lives for 15 minutes is kept for an hour. */
const KEPT_EXPIRED_S = 2700
/** In the place of an op-id: another token of the identity was used. */
const VOID = 'void'

/** A token that was asked for; `id` is the SHA-256 of its `jti`. */
interface PasswordReset {
  id: string
  /** Whose password it sets; null where nobody has the e-mail, or was sent as many as there may be. */
  identity_id: string | null
  /** Which of the identity's sent tokens it is, from 0: no two that are kept have the same. Absent: it was not sent. */
  turn?: number
  /** The op-id of the request that used it, or `VOID`. */
  used_by: string | null
  expires_at: Date
}

/** Tokens that set passwords: of all that an identity has one counts, once. */
export function createPasswordResetStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PasswordReset>>('password_resets')
  const sink = outbox?.relay(collection)
  type Kept = Omit<PasswordReset, 'used_by'>
  type Command = { deadline: number; fate: Fate }

  /** Those that are left to the identity; that of the token itself where it was made already. */
  async function freeTurns({ id, identity_id }: Kept, deadline: number): Promise<number[]> {
    const ofIdentity = { identity_id: identity_id ?? '', turn: { $gte: 0 } }
    const taken = await collection.find(ofIdentity, { projection: { turn: 1 }, ...timeLeft(deadline) }).toArray()
    const own = taken.find(({ _id }) => _id === id)?.turn
    if (own !== undefined) return [own]
    return Array.from({ length: MAX_SENT }, (_, turn) => turn).filter((turn) => !taken.some((one) => one.turn === turn))
  }

  async function insert(reset: Kept, told: readonly DomainEvent[], { deadline, fate }: Command) {
    const document = toDocument<PasswordReset>({ ...reset, used_by: null }, firstEvents(told, new Date().toISOString()))
    if ((await insertOnce(collection as never, document, deadline, fate)) && told.length > 0)
      sink?.onEvents(reset.id, document.outbox)
  }

  const makeVoid = (which: Filter<Stored<PasswordReset>>, deadline: number) =>
    collection.updateMany({ ...which, used_by: null }, { $set: { used_by: VOID } }, timeLeft(deadline))

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { identity_id: 1, turn: 1 }, name: 'one_a_turn', unique: true, partialFilterExpression: { turn: { $gte: 0 } } },
        { key: { identity_id: 1, used_by: 1 }, name: 'unused' },
      ])
      await dropIndexes(collection, ['expired', 'identity'])
      await collection.createIndex({ expires_at: 1 }, { name: 'forgotten', expireAfterSeconds: KEPT_EXPIRED_S })
    },

    /**
     * Keeps a token and sends it with `told`; for nobody, or an identity that was sent as many as there may be, one that sets no
     * password is kept instead, so that the work is the same. Idempotent.
     */
    async send({ told, ...reset }: Kept & { told: readonly DomainEvent[] }, command: Command) {
      const turns = await freeTurns(reset, command.deadline)
      for (const turn of reset.identity_id === null ? [] : turns) {
        try {
          return await insert({ ...reset, turn }, told, command)
        } catch (error) {
          if (!isDuplicateKey(error)) throw error // another request has just taken the turn
        }
      }
      await insert({ ...reset, identity_id: null }, [], command)
    },

    /** Keeps a token that is handed over by whoever may make it: all others are void from then on. Idempotent. */
    async keep(reset: Kept, command: Command) {
      await insert(reset, [], command)
      await makeVoid({ identity_id: reset.identity_id, _id: { $ne: reset.id } }, command.deadline)
    },

    /**
     * Uses it up, and makes all others of the identity void.
     * @returns false when it is none, or used; every attempt of one request may use it
     */
    async use(id: string, identity_id: string, op: string, deadline: number): Promise<boolean> {
      const usable = { _id: id, identity_id, expires_at: { $gt: new Date() }, used_by: { $in: [null, op] } }
      const { matchedCount } = await collection.updateOne(usable, { $set: { used_by: op } }, timeLeft(deadline))
      if (matchedCount === 0) return false
      await makeVoid({ identity_id }, deadline)
      return true
    },
  }
}

export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>
