import { inviteCreated, inviteDeleted, inviteUpdated, listInvites, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, fromDocument, indexesOf, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { InviteRecord } from '../domain/invites/invite.ts'

/** Invites of administrators. Tokens are not stored. */
export function createInviteStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<InviteRecord>>('invites')
  const records = createRecords<InviteRecord>(collection, {
    noun: 'Invite',
    idPrefix: 'invite',
    missing: (id) => `Invite with id: ${id} was not found`,
    searched: searchOf(listInvites),
    indexes: [
      { key: { email: 1 }, name: 'email', unique: true, partialFilterExpression: { deleted_at: null } },
      { key: { email: 1, _id: 1 }, name: 'by_email' },
      ...indexesOf(listInvites, { except: ['email'] }),
    ],
    events: { created: inviteCreated, updated: inviteUpdated, deleted: inviteDeleted },
    outbox,
  })

  return {
    ...records,

    /** An invite, even if accepted or deleted. */
    async findAny(id: string, deadline: number): Promise<InviteRecord | undefined> {
      const found = await collection.findOne({ _id: id }, timeLeft(deadline))
      return found ? fromDocument<InviteRecord>(found) : undefined
    },
  }
}

export type InviteStore = ReturnType<typeof createInviteStore>
