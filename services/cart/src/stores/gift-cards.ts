import { createReader, fromDocument, type Stored, timeLeft, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Db, Decimal128 } from 'mongodb'
import type { CardBalance } from '../domain/carts/cart.ts'
import type { GiftCardRecord, LedgerEntry, SpendableCard } from '../domain/gift-cards/gift-card.ts'

/** Balances are compared and spent inside MongoDB, so they are exact decimals there. */
type Document = Omit<Stored<GiftCardRecord>, 'balance' | 'ledger'> & {
  balance: Decimal128
  ledger: readonly (Omit<LedgerEntry, 'amount'> & { amount: Decimal128 })[]
}

const WITHOUT_LEDGER = { ...WITHOUT_INTERNALS, ledger: 0 } as const

/** Gift cards with their ledgers: one aggregate, one document. */
export function createGiftCardStore(db: Db) {
  const collection = db.collection<Document>('gift_cards')
  const balances = createReader(collection, { projection: { balance: 1, expires_at: 1 } })

  return {
    async ensureIndexes() {
      await collection.createIndex({ code: 1 }, { name: 'code', unique: true })
    },

    /** Codes are compared exactly. */
    async findByCode(code: string, deadline: number): Promise<SpendableCard | undefined> {
      const document = await collection.findOne({ code }, { projection: WITHOUT_LEDGER, ...timeLeft(deadline) })
      return document
        ? { ...fromDocument<SpendableCard & { id: string }>(document), balance: document.balance.toString() }
        : undefined
    },

    /** What is left on each of these cards, of this request and of others in one query; a card that is gone has nothing left. */
    async listBalances(ids: readonly string[], deadline: number): Promise<CardBalance[]> {
      const at = new Date().toISOString()
      const found = await Promise.all(ids.map((id) => balances.find({ id, deadline })))
      return found.map((card, index) => ({
        id: ids[index]!,
        balance: card?.balance.toString() ?? '0',
        expires_at: card?.expires_at ?? null,
        at,
      }))
    },
  }
}

export type GiftCardStore = ReturnType<typeof createGiftCardStore>
