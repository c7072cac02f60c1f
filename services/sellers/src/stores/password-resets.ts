import type { DomainEvent } from '@souk/contracts'
import {
  createInserter,
  dropIndexes,
  type EventRelay,
  type Fate,
  firstEvents,
  isDuplicateKey,
  type Stored,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db, Filter } from 'mongodb'

/** Most tokens sent to an identity within an hour: more would flood its mailbox. */
const MAX_SENT = 5
/** A token is valid for 15 minutes and stored for an hour. */
const KEPT_EXPIRED_S = 2700
/** Instead of an op-id: another token of the identity was used. */
const VOID = 'void'

/** A requested token; `id` is the SHA-256 of its `jti`. */
interface PasswordReset {
  id: string
  /** The identity whose password it sets; null if nobody has the e-mail, or too many tokens were sent. */
  identity_id: string | null
  /** Its number among the identity's sent tokens, from 0, unique among those stored. Absent: it was not sent. */
  turn?: number
  /** The op-id of the request that used it, or `VOID`. */
  used_by: string | null
  expires_at: Date
}

/** Tokens that set passwords: only one of an identity's tokens can be used, once. */
export function createPasswordResetStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PasswordReset>>('password_resets')
  const insertOnce = createInserter(collection)
  const sink = outbox?.relay(collection)
  type Kept = Omit<PasswordReset, 'used_by'>
  type Command = { deadline: number; fate: Fate }

  /** The identity's unused turns; that of the token itself if it already exists. */
  async function freeTurns({ id, identity_id }: Kept, deadline: number): Promise<number[]> {
    const ofIdentity = { identity_id: identity_id ?? '', turn: { $gte: 0 } }
    const taken = await collection.find(ofIdentity, { projection: { turn: 1 }, ...timeLeft(deadline) }).toArray()
    const own = taken.find(({ _id }) => _id === id)?.turn
    if (own !== undefined) return [own]
    return Array.from({ length: MAX_SENT }, (_, turn) => turn).filter((turn) => !taken.some((one) => one.turn === turn))
  }

  async function insert(reset: Kept, events: readonly DomainEvent[], { deadline, fate }: Command) {
    const document = toDocument<PasswordReset>({ ...reset, used_by: null }, firstEvents(events, new Date().toISOString()))
    if ((await insertOnce(document, deadline, fate)) && events.length > 0) sink?.onEvents(reset.id, document.outbox)
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
     * Stores a token and sends it with `events`. Without an identity, or after too many tokens, a token that sets no password is
     * stored instead, so that the work is the same. Idempotent.
     */
    async send({ events, ...reset }: Kept & { events: readonly DomainEvent[] }, command: Command) {
      const turns = await freeTurns(reset, command.deadline)
      for (const turn of reset.identity_id === null ? [] : turns) {
        try {
          return await insert({ ...reset, turn }, events, command)
        } catch (error) {
          if (!isDuplicateKey(error)) throw error // another request has just used the turn
        }
      }
      await insert({ ...reset, identity_id: null }, [], command)
    },

    /** Stores a token that the caller delivers, and makes all others void. Idempotent. */
    async keep(reset: Kept, command: Command) {
      await insert(reset, [], command)
      await makeVoid({ identity_id: reset.identity_id, _id: { $ne: reset.id } }, command.deadline)
    },

    /**
     * Uses the token, and makes all others of the identity void.
     * @returns false if there is no such token, or it was already used, unless by another attempt of the same request
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
