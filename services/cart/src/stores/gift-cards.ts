import { giftCardCreated, giftCardUpdated, type ListQuery, listGiftCards, searchOf, unavailable } from '@souk/contracts'
import {
  createOutgoing,
  createRecords,
  type EventRelay,
  fieldIndexes,
  fromDocument,
  indexesOf,
  outgoingIndex,
  type RequestContext,
  type Stored,
  timeLeft,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import {
  type GiftCardRecord,
  isDisabled,
  issuedCard,
  type NewGiftCard,
  type SpendableCard,
} from '../domain/gift-cards/gift-card.ts'
import { createAccountRecords } from './account-records.ts'
import { adoptCards } from './adopt-cards.ts'
import { createBalances } from './balances.ts'
import { exactly, type InDecimals, WITHOUT_LEDGER, withoutLedgerInTexts } from './exact-account.ts'

type CardInDecimals = InDecimals<GiftCardRecord>

/** Fields of the card's account, which is listed together with other accounts. */
const OF_ACCOUNT = ['account_code', 'customer_id']

/**
 * Gift cards with their ledgers: one aggregate, one document. Codes are stored in plain text, since answers show them:
 * docs/adr/0013-gift-card-codes.md.
 */
export function createGiftCardStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<CardInDecimals>>('gift_cards')
  const records = createRecords<CardInDecimals>(collection, {
    noun: 'Loyalty gift card',
    idPrefix: 'gcard',
    missing: (id) => `GiftCard id not found: ${id}`,
    searched: searchOf(listGiftCards),
    unlisted: ['ledger', 'outgoing', 'given_up'],
    indexes: [
      { key: { code: 1 }, name: 'code', unique: true },
      {
        key: { account_code: 1 },
        name: 'account_code',
        unique: true,
        partialFilterExpression: { account_code: { $exists: true } },
      },
      outgoingIndex('outgoing', 'transfers'),
      ...indexesOf(listGiftCards),
      ...fieldIndexes(OF_ACCOUNT),
    ],
    events: { created: giftCardCreated, updated: giftCardUpdated },
    outbox,
  })
  const { asFound, findBy, ...accounts } = createAccountRecords<GiftCardRecord>(collection, records)

  return {
    collection,
    /** Transfers that have left accounts of this collection and are not known to have arrived. */
    transfers: createOutgoing(collection, 'outgoing'),

    async ensureIndexes() {
      await adoptCards(collection)
      await records.ensureIndexes()
    },

    /** Creates a card, with its value on its account. @throws invalid_data if another card has the code */
    async issue(card: Omit<NewGiftCard, 'id'>, request: Pick<RequestContext, 'command' | 'newIds'>) {
      const id = request.newIds()('gcard')
      const { id: _, created_at: __, updated_at: ___, ...issued } = issuedCard({ ...card, id }, new Date().toISOString())
      return asFound(await records.create(exactly(issued), request))
    },

    /**
     * Creates cards with given ids, with their values on their accounts. Existing cards stay as they are, with their first codes.
     * @throws unavailable if another card has one of the codes
     */
    async issueAll(cards: readonly NewGiftCard[], deadline: number) {
      const now = new Date().toISOString()
      const issued = cards.map((card) => exactly(issuedCard(card, now)))
      const taken = () => unavailable('The code of a new gift card is taken')
      await records.createMissing(issued, deadline, taken)
    },

    ...accounts,

    /** A page of cards, without their ledgers. @param show turns a batch into the form of answers, before `until` (epoch ms) */
    page: <Shown>(
      query: ListQuery,
      deadline: number,
      show: (cards: readonly SpendableCard[], until: number) => Promise<Shown[]>,
    ) =>
      records.page(query, deadline, (cards, until) =>
        show(
          cards.map((card) => withoutLedgerInTexts<GiftCardRecord>(card)),
          until,
        ),
      ),

    /** The cards with these ids, without their ledgers; other ids are left out. */
    async list(ids: readonly string[], deadline: number): Promise<SpendableCard[]> {
      if (ids.length === 0) return []
      const found = await collection
        .find({ _id: { $in: [...ids] } }, { projection: WITHOUT_LEDGER, ...timeLeft(deadline) })
        .toArray()
      return found.map((card) => withoutLedgerInTexts<GiftCardRecord>(fromDocument<CardInDecimals>(card)))
    },

    /** By the card's own code, or by its account's. Codes are compared exactly. */
    findByCode: (code: string, deadline: number, of: 'code' | 'account_code' = 'code') => findBy(of, code, deadline),

    /** See `createBalances`; the balance of a disabled card counts as 0. */
    listBalances: createBalances(collection, (card) => !isDisabled(card)),
  }
}

export type GiftCardStore = ReturnType<typeof createGiftCardStore>
