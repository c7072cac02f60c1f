import { createReader } from '@souk/runtime'
import type { Collection, Decimal128, Document } from 'mongodb'
import type { CardBalance } from '../domain/carts/cart.ts'

interface Spent extends Document {
  _id: string
  balance: Decimal128
  /** Absent and null: never expires. */
  expires_at?: string | null
}

/**
 * Reads the spendable balance of each of these accounts, batching concurrent requests into one query; 0 for missing accounts.
 * @param isSpendable false: its balance counts as 0
 */
export function createBalances<D extends Spent>(collection: Collection<D>, isSpendable: (account: D) => boolean = () => true) {
  const accounts = createReader(collection, { projection: { balance: 1, expires_at: 1, status: 1 } })

  return async (ids: readonly string[], deadline: number): Promise<CardBalance[]> => {
    const at = new Date().toISOString()
    const found = await Promise.all(ids.map((id) => accounts.find({ id, deadline })))
    return found.map((account, index) => ({
      id: ids[index]!,
      balance: account && isSpendable(account) ? account.balance.toString() : '0',
      expires_at: account?.expires_at ?? null,
      at,
    }))
  }
}
