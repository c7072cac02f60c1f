import type { Collection, Document } from 'mongodb'
import { ids } from '../../tools/seed/ids.ts'
import type { System } from './system.ts'

/** Of each collection that a list reads, so many more than a list may look at in vain. */
const COPIES = 300
/** So many of them belong to whom the first one belongs to. */
const OWN = 10

const SERVICES = ['pricing', 'cart', 'orders', 'sellers'] as const

/** Collections that no list reads: list-scans.test.ts fails for a list that does, except for exports and imports themselves. */
export const UNLISTED: ReadonlySet<string> = new Set([
  // found by their id, or by that of the record they belong to
  ...['carts', 'order_changes', 'wishlists', 'seller_invitations'],
  ...['auth_identities', 'token_holders', 'mfa_factors', 'mfa_challenges', 'password_resets'],
  // work that a sweep finishes
  ...['checkout_stock', 'stock_claims', 'stock_picks', 'reservation_changes', 'unfinished_products', 'left_log_ins'],
  ...['product_exports', 'product_export_parts', 'inventory_item_exports', 'inventory_item_export_parts'],
  ...['order_exports', 'order_export_parts', 'product_imports', 'product_import_items'],
  // of the service as a whole
  ...['events', 'idempotency', 'counters', 'revocations'],
])

/** Collections that lists read, but that never hold many records, and why. */
const FEW: Readonly<Record<string, string>> = {
  category_trees: 'one document holds all categories',
  fulfillment_providers: 'there are as many as the configuration names',
  signing_keys: 'there are as many as operators have ever set; invites are shown with tokens, which are signed',
}

/** Copied where nothing is seeded. */
const MADE: Readonly<Record<string, Document>> = {
  use_counts: { _id: ids.promotion, used: 1, usage: null, marks: [], forgotten_until: null },
  layout_configurations: { _id: 'layconf_1', user_id: ids.admin, zone: 'product.list', widgets: [], is_active: true },
}

/** Deleted or old copies of these, or copies in no list, would be swept beside the test, and the sweep's queries overheard. */
const UNSWEPT: Readonly<Record<string, Document>> = {
  price_lists: { deleted_at: null },
  prices: { deleted_at: null, price_list_id: null },
  notifications: { created_at: new Date().toISOString() },
}
/** The record that is copied, where the first one lacks what a list is about. */
const COPIED: Readonly<Record<string, Document>> = { orders: { 'payment_collections.payments.id': { $exists: true } } }
/** Fields that name a record's owner. */
const OWNERS = new Set(['seller_id', 'customer_id', 'user_id', 'bought_from', 'to'])
/** One of a few values that there are, and by which channel a storefront shows it. */
const SAME = new Set(['status', 'type', 'role', 'store_status', 'currency_code', 'sales_channel_ids', 'deleted_at'])
/** Dates, and JSON texts. */
const IS_MORE_THAN_TEXT = /^(\d{4}-\d\d-\d\dT|[[{])/

/**
 * Fills each collection with copies of a record; every second one is deleted.
 * @throws Error for a collection that is neither copied nor excused
 */
export async function addManyRecords(system: System) {
  const found = (await Promise.all(SERVICES.map((service) => system[service].db.collections()))).flat()
  const excused = new Set([...UNLISTED, ...Object.keys(FEW)])
  const names = new Set(found.map(({ collectionName }) => collectionName))
  const gone = [...excused, ...Object.keys(MADE)].filter((name) => !names.has(name))
  if (gone.length > 0) throw new Error(`There is no collection ${gone.join(', ')}: test/system/many-records.ts names it in vain`)
  await Promise.all(found.filter(({ collectionName }) => !excused.has(collectionName)).map(addCopies))
}

async function addCopies(collection: Collection) {
  const name = collection.collectionName
  const copied = MADE[name] ?? (await collection.findOne(COPIED[name] ?? {}, { sort: { _id: 1 } }))
  if (!copied)
    throw new Error(
      `${name} is empty: seed a record (tools/seed), or say in test/system/many-records.ts why lists need no copies`,
    )
  const copies = Array.from({ length: COPIES }, (_, n) => ({ ...copyOf(copied, n + 1), ...UNSWEPT[name] }))
  await collection.insertMany(copies as never)
}

function copyOf(record: Document, n: number): Document {
  const at = new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()
  return {
    ...(varied(record, '', n) as Document),
    created_at: at,
    updated_at: at,
    deleted_at: n % 2 === 0 ? null : at,
  }
}

/** Texts differ in each copy, so that none matches a list's query, and none is there twice. */
function varied(value: unknown, name: string, n: number): unknown {
  if (SAME.has(name) || (OWNERS.has(name) && n <= OWN)) return value
  if (Array.isArray(value)) return value.map((one) => varied(one, name, n))
  if (OWNERS.has(name) && typeof value === 'string') return `${value}_none_${n}` // no copy of an owner, which may be deleted
  if (typeof value === 'string') return IS_MORE_THAN_TEXT.test(value) ? value : `${value}_${n}`
  if (name === 'display_id') return 1_000_000 + n
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, varied(own, key, n)]))
}
