import { asksForTooMuch, assertFewRelated } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import { BSON, type Collection } from 'mongodb'
import type { Account } from '../domain/accounts/ledger.ts'
import type { ListedAccount } from '../domain/accounts/store-credit-account.ts'
import type { SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { type InDecimals, inTexts } from './exact-account.ts'
import type { GiftCardStore } from './gift-cards.ts'
import type { StoreCreditAccountStore } from './store-credit-accounts.ts'

/** Most MiB of BSON that the ledgers shown at once may take. */
const MAX_MIB = 32
/** Documents per batch of the cursor: a ledger rarely takes more than 1 MB. */
const BATCH = 20
const ACCOUNT_ONLY = { balance: 1, credits: 1, debits: 1, ledger: 1 } as const

type Stored = InDecimals<Account> & { _id: string }
type Listed = SpendableCard | ListedAccount

export interface AccountStores {
  giftCards: Pick<GiftCardStore, 'collection'>
  storeCreditAccounts: Pick<StoreCreditAccountStore, 'collection'>
}

/**
 * Gift cards and accounts with their ledgers, and with the sums that belong to them: one query for each of the two collections.
 * @throws invalid_data if the ledgers have more entries than one answer may have, or take more than `MAX_MIB`
 */
export async function withLedgers<R extends Listed>(
  records: readonly R[],
  { giftCards, storeCreditAccounts }: AccountStores,
  deadline: number,
): Promise<(R & Account)[]> {
  const found = new Map<string, Account>()
  const read = { bytes: 0, entries: 0 }

  async function readFrom(collection: Collection<Stored>, ids: string[]) {
    if (ids.length === 0) return
    const options = { projection: ACCOUNT_ONLY, batchSize: BATCH, ...timeLeft(deadline) }
    for await (const document of collection.find({ _id: { $in: ids } }, options)) {
      const { _id, ledger = [], ...sums } = document as unknown as Stored
      read.bytes += BSON.calculateObjectSize(document)
      if (read.bytes > MAX_MIB * 1024 * 1024) throw asksForTooMuch(`${MAX_MIB} MiB of related records`)
      read.entries += ledger.length
      assertFewRelated(read.entries)
      found.set(_id, inTexts<Account>({ ...sums, ledger }))
    }
  }

  const idsOf = (ofCards: boolean) => records.filter((record) => isCard(record) === ofCards).map(({ id }) => id)
  await readFrom(giftCards.collection as unknown as Collection<Stored>, idsOf(true))
  await readFrom(storeCreditAccounts.collection as unknown as Collection<Stored>, idsOf(false))
  return records.map((record) => ({ ...record, ...(found.get(record.id) ?? { ...sumsOf(record), ledger: [] }) }))
}

const isCard = (record: Listed) => 'account_code' in record

const sumsOf = ({ balance, credits, debits }: Listed) => ({ balance, credits, debits })
