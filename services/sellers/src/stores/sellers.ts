import { type DomainEvent, invalidData, listSellers, searchOf, unauthorized } from '@souk/contracts'
import {
  adoptRecords,
  createAggregates,
  createInserter,
  createRecords,
  type EventRelay,
  firstEvents,
  indexesOf,
  isDuplicateKey,
  type RecordCommand,
  type Stored,
  searchWords,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Db, IndexDescription } from 'mongodb'
import type { SellerRecord } from '../domain/sellers/seller.ts'
import { createRestrictedSellers, RESTRICTED_INDEXES } from './restricted-sellers.ts'

const searched = searchOf(listSellers)

const INDEXES: readonly IndexDescription[] = [
  { key: { handle: 1 }, name: 'handle', unique: true },
  { key: { 'members.id': 1 }, name: 'member', unique: true, partialFilterExpression: { 'members.id': { $exists: true } } },
  ...RESTRICTED_INDEXES,
  ...indexesOf(listSellers, { except: ['handle'] }),
]

export interface FoundSeller {
  seller: SellerRecord
  revision: number
}

/** Sellers with their members inside: one aggregate, one document. */
export function createSellerStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<SellerRecord>>('sellers')
  const insertOnce = createInserter(collection)
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<SellerRecord>(collection, { ...sink, searched })
  const { page, list, ensureIndexes } = createRecords<SellerRecord>(collection, {
    noun: 'Seller',
    idPrefix: 'sel',
    indexes: INDEXES,
  })

  return {
    async ensureIndexes() {
      await adoptRecords(collection, { missing: { deleted_at: null }, searched })
      await ensureIndexes()
    },

    /** The seller of an actor, including its members. */
    async find(id: string, deadline: number): Promise<FoundSeller | undefined> {
      const found = await aggregates.find(id, deadline)
      return found && { seller: found.state, revision: found.revision }
    },

    page,
    list,

    /** The id of the seller with this handle, which deleted sellers keep. */
    async findByHandle(handle: string, deadline: number): Promise<string | undefined> {
      const found = await collection.findOne({ handle }, { projection: { _id: 1 }, ...timeLeft(deadline) })
      return found?._id
    },

    /** Creates a seller, once. @param events those of it and its members @returns false if the handle is another seller's */
    async create(seller: SellerRecord, events: readonly DomainEvent[], deadline: number): Promise<boolean> {
      const document = toDocument(seller, {
        ...firstEvents(events, seller.created_at),
        search_words: searchWords(seller, searched),
      })
      try {
        if (await insertOnce(document, deadline)) sink?.onEvents(seller.id, document.outbox)
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /**
     * Changes the seller with `next`; if that returns the same object, no event is published.
     * @param event the event, of a member or of the seller itself
     * @throws unauthorized if it does not exist, unless `command.missing` says otherwise; invalid_data if the handle is another
     * seller's; the refusals of `next`
     */
    async change(
      id: string,
      command: RecordCommand,
      next: (seller: SellerRecord, now: string) => SellerRecord,
      event: DomainEvent,
    ): Promise<FoundSeller> {
      try {
        const { state, revision } = await aggregates.execute(id, {
          ...command,
          decide(seller, { now }) {
            const changed = next(seller, now)
            return { state: changed, events: changed === seller ? [] : [event] }
          },
          missing: command.missing ?? unauthorized,
          visible: ({ deleted_at }) => !deleted_at,
        })
        return { seller: state, revision }
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        const taken = invalidData(`Seller with handle: ${error.keyValue?.handle}, already exists.`)
        const { state, revision } = await aggregates.refuse(id, { ...command, missing: command.missing ?? unauthorized }, taken)
        return { seller: state, revision }
      }
    },

    ...createRestrictedSellers(collection),
  }
}

export type SellerStore = ReturnType<typeof createSellerStore>
