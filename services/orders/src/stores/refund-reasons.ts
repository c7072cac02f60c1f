import {
  type AdminRefundReason,
  listRefundReasons,
  refundReasonCreated,
  refundReasonDeleted,
  refundReasonUpdated,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, type Stored, searchWords, toDocument } from '@souk/runtime'
import type { Db } from 'mongodb'
import { firstRefundReasons } from '../domain/refund-reasons/first-refund-reasons.ts'

const searched = searchOf(listRefundReasons)

export function createRefundReasonStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<AdminRefundReason>>('refund_reasons')
  const reasons = createRecords<AdminRefundReason>(collection, {
    noun: 'Refund reason',
    missing: (id, change) => (change ? `RefundReason with id "${id}" not found` : `Refund reason with id: ${id} was not found`),
    idPrefix: 'refr',
    searched,
    indexes: indexesOf(listRefundReasons),
    events: { created: refundReasonCreated, updated: refundReasonUpdated, deleted: refundReasonDeleted },
    outbox,
  })

  return {
    ...reasons,

    /**
     * Creates the reasons that clients expect to find, once and without events: administrators may change and delete them, and
     * no later start brings back what they did away with.
     */
    async ensureFirst() {
      const upserts = firstRefundReasons(new Date().toISOString()).map((reason) => {
        const { _id, ...first } = toDocument(reason, { search_words: searchWords(reason, searched) })
        return { updateOne: { filter: { _id }, update: { $setOnInsert: first as never }, upsert: true } }
      })
      await collection.bulkWrite(upserts)
    },
  }
}

export type RefundReasonStore = ReturnType<typeof createRefundReasonStore>
