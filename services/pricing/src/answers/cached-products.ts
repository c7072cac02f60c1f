import {
  asksOthers,
  isUnnamed,
  JsonText,
  type Operation,
  type PriceContext,
  selectFields,
  stringify,
  wants,
} from '@souk/contracts'
import { type RequestOf, withAskedProducts } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PriceList } from '../domain/prices/price-candidates.ts'
import { MAX_LIST_KEY_LENGTH, type StorefrontCache } from '../stores/storefront-cache.ts'
import { relatedProducts } from './related-products.ts'

/** The parts of a request for products that the cache needs. */
interface Asked extends Pick<RequestOf<Operation>, 'actor' | 'params' | 'selection' | 'envelope' | 'deadline' | 'passOn'> {
  query: { fields?: string | undefined }
}
interface GuestAsked extends Asked {
  query: { fields?: string | undefined; context?: PriceContext | undefined }
}

/**
 * How long to keep products with their sellers, whose changes are not noticed. The sellers may already be as old (see `recall`),
 * and so up to a second old when they are shown.
 */
const SELLERS_MS = 500

/** Receives the price lists among which prices were chosen. */
export type NotePriceLists = (lists: readonly PriceList[]) => void

/** An answer with products. */
interface Products {
  products: readonly ShownProduct[]
}
interface ShownProduct {
  variants?: readonly { id: string }[] | null
}

/** Returns the current products; gets the request, with the load's own deadline if others may share the answer. */
type Make<R, V> = (request: R, note: NotePriceLists) => Promise<V>

/**
 * A storefront's products, from the cache if a guest requests them. Fields that depend on a customer, a cart or stock are
 * computed anew each time, as are further records that `fields` asks for, except for sellers.
 * @param operation its name
 */
export const cachedForGuests = <R extends GuestAsked, V extends Products>(
  operation: string,
  asked: R,
  deps: Deps,
  make: Make<R, V>,
): Promise<V> =>
  isForAllGuests(asked)
    ? cached(deps.storefronts, keyOf([operation, asked.actor], asked), asked, deps, make)
    : make(asked, () => {})

/**
 * An administrator's products, from the cache that administrators share: a change is noticed before it is answered. Sellers,
 * stock and further products are read anew each time.
 * @param what identifies the operation, with everything besides the request that its answer depends on
 */
export const cachedForAdmins = <R extends Asked, V extends Products>(
  what: readonly unknown[],
  asked: R,
  deps: Deps,
  make: Make<R, V>,
): Promise<V> => {
  const key = isForAllAdmins(asked) ? keyOf(what, asked) : undefined
  return key !== undefined && key.length <= MAX_LIST_KEY_LENGTH
    ? cached(deps.adminLists, key, asked, deps, make)
    : make(asked, () => {})
}

/** @param whose identifies the operation, and those who share the answer */
const keyOf = (whose: readonly unknown[], { params, envelope }: Asked) =>
  JSON.stringify([whose, params, withoutLocale(envelope.query)])

/** The same object each time, with products as JSON that has the selected fields. */
async function cached<R extends Asked, V extends Products>(
  cache: StorefrontCache,
  key: string,
  asked: R,
  deps: Deps,
  make: Make<R, V>,
): Promise<V> {
  const { selection } = asked
  const showsPrices = PRICES.some((path) => wants(selection, path))
  let made: V | undefined
  const load = async (deadline: number) => {
    const sharing = withDeadline(asked, deadline)
    const lists: PriceList[] = []
    const began = Date.now() // before prices are chosen: a list may end meanwhile
    made = await make(sharing, (found) => lists.push(...found))
    const { products } = made
    if (!Array.isArray(products)) return { value: made, bytes: Number.POSITIVE_INFINITY, variant_ids: [], until: null }
    const related = relatedProducts(sharing, deps)
    const byDefault = asked.query.fields === undefined
    const filled = (await withAskedProducts(products, sharing, related, { byDefault })) as readonly unknown[]
    const texts = filled.map((product) => new JsonText(stringify(selectFields(selection, product))))
    return {
      value: { ...made, products: texts as readonly unknown[] as V['products'] },
      bytes: 2 * texts.reduce((sum, { text }) => sum + text.length, 0), // as text, and as bytes of the answer
      variant_ids: showsPrices ? variantsOf(products) : [],
      until: nextChange(lists, began, wants(selection, 'seller') ? began + SELLERS_MS : null),
    }
  }
  const shown = await cache.get<V>(key, load, { showsPrices })
  // A list that is read while it is sent can only be read once.
  return Array.isArray(shown.products) || shown === made ? shown : make(asked, () => {})
}

/** The request with another deadline, also for the calls that it makes. */
const withDeadline = <R extends Asked>(asked: R, deadline: number): R => ({
  ...asked,
  deadline,
  passOn: (until?: number) => (until === undefined ? { ...asked.passOn(), deadline } : asked.passOn(until)),
})

const variantsOf = (products: readonly ShownProduct[]) => products.flatMap(({ variants }) => variants?.map(({ id }) => id) ?? [])

/** The query string without the language, which has no effect. */
const withoutLocale = (query: string) =>
  query
    .split('&')
    .filter((parameter) => !parameter.startsWith('locale='))
    .join('&')

/** All fields that change with the price of a variant. */
const PRICES = ['variants.calculated_price', 'variants.prices']
/** Stock, whose changes are not noticed, and further products, whose variants the notice of a price would have to find. */
const UNCACHED = [
  'variants.inventory_quantity',
  'variants.inventory_items',
  'collection.products',
  'type.products',
  'tags.products',
  'categories.products',
]

const isForAllGuests = ({ actor, selection, query }: GuestAsked): boolean =>
  isUnnamed(actor) &&
  !asksOthers(selection, 'seller') &&
  query.context?.cart_id === undefined &&
  !UNCACHED.some((path) => wants(selection, path))

/** All paths from an administrator's product to stock, a seller, or another product or variant. */
const UNCACHED_FOR_ADMINS = [
  ...UNCACHED,
  'seller',
  'variants.product',
  'variants.inventory',
  'images.variants',
  'variants.images.variants',
  'categories.parent_category',
  'categories.category_children',
]

const isForAllAdmins = ({ actor, selection }: Asked): boolean =>
  (actor.type === 'user' || actor.type === 'secret-key') && !UNCACHED_FOR_ADMINS.some((path) => wants(selection, path))

/**
 * When the first of these lists starts or has ended after that time, in epoch ms; in the millisecond of its end it still applies.
 * @param otherwise a time of another possible change; null: never
 */
function nextChange(lists: readonly PriceList[], after: number, otherwise: number | null): number | null {
  const begins = lists.flatMap(({ starts_at }) => (starts_at ? Date.parse(starts_at) : []))
  const ends = lists.flatMap(({ ends_at }) => (ends_at ? Date.parse(ends_at) + 1 : []))
  const coming = [...begins, ...ends, ...(otherwise === null ? [] : [otherwise])].filter((time) => time > after)
  return coming.length === 0 ? null : Math.min(...coming)
}
