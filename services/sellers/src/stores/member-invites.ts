import { listMemberInvites, memberInviteDeleted, memberInviteUpdated, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, fromDocument, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { MemberInviteRecord } from '../domain/member-invites/member-invite.ts'

const LISTED = ['updated_at', 'email', 'role', 'expires_at']

/** Invites of sellers' members. Tokens are not stored. */
export function createMemberInviteStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<MemberInviteRecord>>('member_invites')
  const records = createRecords<MemberInviteRecord, 'seller_id'>(collection, {
    noun: 'Member invite',
    idPrefix: 'meminv',
    tenant: 'seller_id',
    taken: ({ email }) => `Member invite with email: ${email}, already exists.`,
    searched: searchOf(listMemberInvites),
    indexes: [
      {
        key: { seller_id: 1, email: 1 },
        name: 'one_open',
        unique: true,
        partialFilterExpression: { deleted_at: null, accepted: false },
      },
      { key: { seller_id: 1, search_words: 1 }, name: 'words' },
      { key: { seller_id: 1, created_at: -1 }, name: 'made_lately' },
      ...LISTED.map((field) => ({ key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 }, name: `by_${field}` })),
    ],
    events: { updated: memberInviteUpdated, deleted: memberInviteDeleted },
    outbox,
  })

  return {
    ...records,

    /** The e-mails that a seller has invited since then (ISO 8601), including deleted invites and repeats; at most `limit`. */
    async listInvited(seller_id: string, { since, but, limit }: { since: string; but: string; limit: number }, deadline: number) {
      const made = { seller_id, created_at: { $gte: since }, _id: { $ne: but } }
      const options = { projection: { email: 1 }, limit, ...timeLeft(deadline) } as const
      return (await collection.find(made, options).toArray()).map(({ email }) => email)
    },

    /** The id of this e-mail's expired invite; undefined if there is none. @param now ISO 8601 */
    async findExpired(seller_id: string, email: string, now: string, deadline: number): Promise<string | undefined> {
      const filter = { seller_id, email, deleted_at: null, accepted: false, expires_at: { $lte: now } }
      return (await collection.findOne(filter, { projection: { _id: 1 }, ...timeLeft(deadline) }))?._id
    },

    /** An invite of any seller; undefined for deleted ones. */
    async findAny(id: string, deadline: number): Promise<MemberInviteRecord | undefined> {
      const found = await collection.findOne({ _id: id, deleted_at: null }, timeLeft(deadline))
      return found ? fromDocument<MemberInviteRecord>(found) : undefined
    },
  }
}

export type MemberInviteStore = ReturnType<typeof createMemberInviteStore>
