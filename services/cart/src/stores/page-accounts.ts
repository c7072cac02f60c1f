import { type FilterTerm, type ListQuery, listDeclarationOf, listStoreCreditAccounts } from '@souk/contracts'
import { conditionsOf, fromDocument, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { ListedAccount, StoreCreditAccountRecord } from '../domain/accounts/store-credit-account.ts'
import type { GiftCardRecord, SpendableCard } from '../domain/gift-cards/gift-card.ts'
import { type InDecimals, WITHOUT_LEDGER, withoutLedgerInTexts } from './exact-account.ts'
import type { AccountStores } from './with-ledgers.ts'

/** The names that fields of accounts have in documents of gift cards, where they differ. */
const OF_CARDS = { code: 'account_code' } as const

/**
 * A page of all accounts: those of gift cards, which are stored in the cards, and all others. MongoDB merges ids and sort fields,
 * from each collection as many as the page's end requires, and only the page itself is read.
 */
export async function pageAccounts(
  { q, ...asked }: ListQuery,
  { giftCards, storeCreditAccounts }: AccountStores,
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

/** Each word must be part of the code or of the currency: both are indexed, so no search words are stored for them. */
const searched = (q: string): FilterTerm[] =>
  q.split(/\s+/).map((word) => {
    const value = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    return { any: listDeclarationOf(listStoreCreditAccounts).q.map((field) => [{ field, operator: 'ilike', value }]) }
  })

/** The filter with ids of accounts replaced by the corresponding ids of cards. */
function inCardIds(filter: readonly FilterTerm[]): FilterTerm[] {
  const cardId = (value: unknown) => (typeof value === 'string' ? value.replace(/^sc_acc/, 'gcard') : value)
  return filter.map((term): FilterTerm => {
    if ('any' in term) return { any: term.any.map(inCardIds) }
    if (term.field !== 'id') return term
    const { value } = term
    return { ...term, value: Array.isArray(value) ? value.map(cardId) : cardId(value) } as FilterTerm
  })
}

/** The ids and sort fields of the first documents, under the names that accounts use. */
function keysOf(conditions: Document, { order }: ListQuery, paths: Readonly<Record<string, string>>, until: number): Document[] {
  const shown = Object.fromEntries(['created_at', 'updated_at', 'code'].map((field) => [field, `$${paths[field] ?? field}`]))
  const id = { $replaceOne: { input: '$_id', find: 'gcard', replacement: 'sc_acc' } }
  return [{ $match: conditions }, { $sort: sortOf(order, paths) }, { $limit: until }, { $project: { ...shown, id } }]
}

/** The sort for merged results, in which `id` is the account's id; a card's `_id` differs. */
const asShown = (sort: Record<string, 1 | -1>) =>
  Object.fromEntries(Object.entries(sort).map(([path, direction]) => [path === '_id' ? 'id' : path, direction]))

const listed = (document: Document): SpendableCard | ListedAccount =>
  'account_code' in document
    ? withoutLedgerInTexts<GiftCardRecord>(fromDocument<InDecimals<GiftCardRecord>>(document))
    : withoutLedgerInTexts<StoreCreditAccountRecord>(fromDocument<InDecimals<StoreCreditAccountRecord>>(document))
