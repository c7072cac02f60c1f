import { type Event, listNotifications, type Notification, searchOf } from '@souk/contracts'
import { createRecords, derivedOpId, idsFrom, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { z } from 'zod'
import type { NotificationFields } from '../domain/notifications/notification.ts'

/** Old notifications are removed; none is ever marked as deleted. */
export type NotificationRecord = Notification & { deleted_at: null }

/** Notifications for the panels of administrators and sellers. */
export function createNotificationStore(db: Db) {
  const collection = db.collection<Stored<NotificationRecord>>('notifications')
  const { ensureIndexes, get, page, createMissing } = createRecords<NotificationRecord>(collection, {
    noun: 'Notification',
    idPrefix: 'noti',
    searched: searchOf(listNotifications),
    indexes: [
      { key: { to: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'of_receiver' },
      { key: { channel: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'of_channel' },
      { key: { deleted_at: 1, updated_at: 1, _id: 1 }, name: 'by_updated_at' },
      { key: { search_words: 1 }, name: 'words' },
    ],
  })

  return {
    ensureIndexes,
    get,
    page,

    /** Stores the notification of an event, with the event's time, unless it already exists. */
    async createFor(
      fields: NotificationFields,
      { id: record, seq, at }: z.infer<Event['message']>,
      deadline: number,
    ): Promise<void> {
      const id = idsFrom(derivedOpId(Date.parse(at), 'notification', record, String(seq)))('noti')
      const notification = { id, ...fields, receiver_id: null, created_at: at, updated_at: at, deleted_at: null }
      await createMissing([notification], deadline)
    },

    /** Removes older ones. */
    async removeOlder(createdBefore: string, deadline: number): Promise<void> {
      await collection.deleteMany({ deleted_at: null, created_at: { $lt: createdBefore } } as never, timeLeft(deadline))
    },
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>
