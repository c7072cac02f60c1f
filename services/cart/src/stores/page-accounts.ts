import { ACCOUNT_SEARCH, type FilterTerm, type ListQuery } from '@souk/contracts'
import { conditionsOf, fromDocument, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { ListedAccount, StoreCreditAccountRecord } from '../domain/accounts/store-credit-account.ts'
import type { GiftCardRecord, SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { type InDecimals, WITHOUT_LEDGER, withoutLedgerInTexts } from './exact-account.ts'
import type { GiftCardStore } from './gift-cards.ts'
import type { StoreCreditAccountStore } from './store-credit-accounts.ts'

/** Fields that accounts are filtered and ordered by, by their names in documents of gift cards. */
const OF_CARDS = { code: 'account_code' } as const

interface Stores {
  giftCards: Pick<GiftCardStore, 'collection'>
  storeCreditAccounts: Pick<StoreCreditAccountStore, 'collection'>
}

/**
 * A page of all accounts: those of gift cards, which lie in their cards, and the others. MongoDB merges ids and the fields of the
 * order, as many from each as there are up to the page's end, and only the page itself is read.
 */
export async function pageAccounts(
  { q, ...asked }: ListQuery,
  { giftCards, storeCreditAccounts }: Stores,
  deadline: number,
): Promise<{ accounts: (SpendableCard | ListedAccount)[]; count: number }> {
  const query = { ...asked, filter: [...asked.filter, ...(q === undefined ? [] : searched(q))] }
  const [cards, accounts] = [giftCards.collection, storeCreditAccounts.collection] as unknown as Collection<Document>[]
  const ofCards = conditionsOf({ ...query, filter: inCardIds(query.filter) }, OF_CARDS) as Document
  const ofAccounts = conditionsOf(query) as Document
  const until = query.offset + query.limit

  async function page() {
    if (query.limit === 0) return []
    const merged = [
      ...keysOf(ofCards, query, OF_CARDS, until),
      { $unionWith: { coll: accounts!.collectionName, pipeline: keysOf(ofAccounts, query, {}, until) } },
      { $sort: asShown(sortOf(query.order)) },
      { $skip: query.offset },
      { $limit: query.limit },
    ]
    const found = await cards!.aggregate<{ _id: string }>(merged, timeLeft(deadline)).toArray()
    const ids = found.map(({ _id }) => _id as never)
    const read = (from: Collection<Document>) =>
      from.find({ _id: { $in: ids } }, { projection: WITHOUT_LEDGER, ...timeLeft(deadline) }).toArray()
    const documents = (await Promise.all([read(cards!), read(accounts!)])).flat()
    const byId = new Map(documents.map((document) => [document._id as unknown as string, document]))
    return ids.flatMap((id) => {
      const document = byId.get(id)
      return document ? listed(document) : []
    })
  }

  const counted = [cards!.countDocuments(ofCards, timeLeft(deadline)), accounts!.countDocuments(ofAccounts, timeLeft(deadline))]
  const [shown, ...counts] = await Promise.all([page(), ...counted])
  return { accounts: shown, count: counts.reduce((sum, count) => sum + count, 0) }
}

/** Each word is part of the code or of the currency: both lie in an index, and no words of them are kept. */
const searched = (q: string): FilterTerm[] =>
  q.split(/\s+/).map((word) => {
    const value = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    return { any: ACCOUNT_SEARCH.map((field) => [{ field, operator: 'ilike', value }]) }
  })

/** The filter with ids of accounts replaced by those of the cards whose accounts they are. */
function inCardIds(filter: readonly FilterTerm[]): FilterTerm[] {
  const cardId = (value: unknown) => (typeof value === 'string' ? value.replace(/^sc_acc/, 'gcard') : value)
  return filter.map((term): FilterTerm => {
    if ('any' in term) return { any: term.any.map(inCardIds) }
    if (term.field !== 'id') return term
    const { value } = term
    return { ...term, value: Array.isArray(value) ? value.map(cardId) : cardId(value) } as FilterTerm
  })
}

/** The ids of the first ones, and the fields of their order, under the names that accounts have for them. */
function keysOf(conditions: Document, { order }: ListQuery, paths: Readonly<Record<string, string>>, until: number): Document[] {
  const shown = Object.fromEntries(['created_at', 'updated_at', 'code'].map((field) => [field, `$${paths[field] ?? field}`]))
  const id = { $replaceOne: { input: '$_id', find: 'gcard', replacement: 'sc_acc' } }
  return [{ $match: conditions }, { $sort: sortOf(order, paths) }, { $limit: until }, { $project: { ...shown, id } }]
}

/** A card's account has another id than its document. */
const asShown = (sort: Record<string, 1 | -1>) =>
  Object.fromEntries(Object.entries(sort).map(([path, direction]) => [path === '_id' ? 'id' : path, direction]))

const listed = (document: Document): SpendableCard | ListedAccount =>
  'account_code' in document
    ? withoutLedgerInTexts<GiftCardRecord>(fromDocument<InDecimals<GiftCardRecord>>(document))
    : withoutLedgerInTexts<StoreCreditAccountRecord>(fromDocument<InDecimals<StoreCreditAccountRecord>>(document))
