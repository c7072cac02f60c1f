import type { Db, Document } from 'mongodb'
import type { System } from './system.ts'

/** Of each collection that a list reads, so many more than a list may look at in vain. */
const COPIES = 300
/** So many of them belong to whom the first one belongs to. */
const OWN = 10

const COLLECTIONS = {
  pricing: [
    'products',
    'price_lists',
    'prices',
    'product_types',
    'product_attributes',
    'product_tags',
    'product_collections',
    'product_options',
    'regions',
    'sales_channels',
    'stock_locations',
    'shipping_options',
    'shipping_option_types',
    'shipping_profiles',
    'tax_regions',
    'tax_rates',
    'price_preferences',
    'inventory_items',
    'reservations',
    'stores',
  ],
  cart: ['gift_cards', 'store_credit_accounts', 'promotions', 'campaigns'],
  orders: ['orders', 'customers', 'customer_groups'],
  sellers: ['users', 'api_keys', 'invites', 'member_invites', 'requests', 'reviews', 'notifications', 'sellers'],
} as const

/** Deleted or old copies of these, or copies in no list, would be swept beside the test, and the sweep's queries overheard. */
const UNSWEPT: Readonly<Record<string, Document>> = {
  price_lists: { deleted_at: null },
  prices: { deleted_at: null, price_list_id: null },
  notifications: { created_at: new Date().toISOString() },
}
/** The seeded record that is copied, where the first one lacks what a list is about. */
const COPIED: Readonly<Record<string, Document>> = { orders: { 'payment_collections.payments.id': { $exists: true } } }
/** Fields that name a record's owner. */
const OWNERS = new Set(['seller_id', 'customer_id', 'bought_from', 'to'])
/** One of a few values that there are, and by which channel a storefront shows it. */
const SAME = new Set(['status', 'type', 'role', 'store_status', 'currency_code', 'sales_channel_ids', 'deleted_at'])
/** Dates, and JSON texts. */
const IS_MORE_THAN_TEXT = /^(\d{4}-\d\d-\d\dT|[[{])/

/** Fills every collection with copies of seeded records; every second one is deleted. */
export async function addManyRecords(system: System) {
  for (const [service, names] of Object.entries(COLLECTIONS))
    for (const name of names) await addCopies(system[service as keyof typeof COLLECTIONS].db, name)
}

async function addCopies(db: Db, name: string) {
  const collection = db.collection(name)
  const seeded = await collection.findOne(COPIED[name] ?? {}, { sort: { _id: 1 } })
  if (!seeded) throw new Error(`No ${name} were seeded`)
  const copies = Array.from({ length: COPIES }, (_, n) => ({
    ...copyOf(seeded, n + 1),
    ...UNSWEPT[name],
  }))
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
  if (typeof value === 'string') return IS_MORE_THAN_TEXT.test(value) ? value : `${value}_${n}`
  if (name === 'display_id') return 1_000_000 + n
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, varied(own, key, n)]))
}
