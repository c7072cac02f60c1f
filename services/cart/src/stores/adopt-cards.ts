import { randomBytes } from 'node:crypto'
import { listGiftCards, searchOf } from '@souk/contracts'
import { adoptRecords, lackingIndex, lacks, type Stored } from '@souk/runtime'
import { type Collection, Decimal128, type Document } from 'mongodb'
import { CODE_BYTES, codeOf } from '../domain/accounts/code.ts'
import { type GiftCardRecord, issueOf } from '../domain/gift-cards/gift-card.ts'
import type { InDecimals } from './exact-account.ts'

const NOTHING = Decimal128.fromString('0')

/**
 * Gives cards that are older than the ledger an account, whose first entry is their balance. Safe to repeat, and to run on
 * several replicas at once.
 */
export async function adoptCards(collection: Collection<Stored<InDecimals<GiftCardRecord>>>): Promise<void> {
  await adoptRecords(collection, { missing: { deleted_at: null }, searched: searchOf(listGiftCards) })
  const cards = collection as unknown as Collection<Document & { _id: string; balance: Decimal128; created_at: string }>
  const old = lacks('account_code')
  await cards.createIndexes([lackingIndex('account_code')])
  for await (const { _id, balance, created_at } of cards.find(old)) {
    const issue = { ...issueOf(_id, created_at), amount: balance }
    const account = { credits: balance, debits: NOTHING, ledger: [issue] }
    const account_code = codeOf('SC', randomBytes(CODE_BYTES))
    await cards.updateOne({ _id, ...old }, { $set: { account_code, ...account }, $inc: { revision: 1 } })
  }
}
