import {
  findProductReviews,
  findPublicSellers,
  PUBLIC_REVIEWS,
  type PublicReview,
  type ReviewedSeller,
  reviewsOfEach,
  type Selection,
  wants,
} from '@souk/contracts'
import { type Bus, batched, createShortCache, type Envelope } from '@souk/runtime'

/** Half a second: pages of products are cached with their sellers for as long. */
const TTL_MS = 500
/** Most sellers to cache without their reviews, and with them, about 40 KB each. */
const MAX = { plain: 1000, reviewed: 200 } as const
/** Most sellers or products of one request to `sellers`. */
const ASKED_AT_ONCE = 1000

interface Wanted {
  id: string
  passOn(): Envelope
}

/** How sellers are shown, which is part of their cache key. */
interface Shown {
  /** The `fields` of the request to `sellers`; undefined: all but reviews. */
  fields: string | undefined
  /** Most reviews of each seller. */
  each: number
}

type Seller = ReviewedSeller | undefined

/** Sellers as the public may see them, with their reviews if `fields` asks for these, and reviews of products. */
export function createSellers(bus: Pick<Bus, 'call'>) {
  const plain = createShortCache<Seller>({ ttl_ms: TTL_MS, max: MAX.plain })
  const reviewed = createShortCache<Seller>({ ttl_ms: TTL_MS, max: MAX.reviewed })
  /** One for each way to show sellers, of which there are about two hundred. */
  const loads = new Map<string, ReturnType<typeof createLoad>>()

  async function ask(
    ids: readonly string[],
    fields: string | undefined,
    envelope: Envelope,
  ): Promise<Map<string, ReviewedSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)], fields } }, envelope)
    return byId(sellers as ReviewedSeller[])
  }

  function createLoad({ fields, each }: Shown) {
    const maxBatch = fields === undefined ? ASKED_AT_ONCE : Math.min(ASKED_AT_ONCE, Math.floor(PUBLIC_REVIEWS.together / each))
    const load = async (wanted: readonly Wanted[], deadline: number): Promise<Seller[]> => {
      const ids = wanted.map(({ id }) => id)
      const found = await ask(ids, fields, { ...wanted[0]!.passOn(), deadline })
      return ids.map((id) => withFewer(found.get(id), each))
    }
    return batched(load, { maxBatch })
  }

  /** How this many sellers are loaded at once, in one request with those of concurrent callers. */
  function loadFor(selection: Selection, count: number) {
    const shown: Shown = { fields: askedOf(selection), each: reviewsOfEach(count) }
    const kind = shown.fields === undefined ? '' : `${shown.fields} ${shown.each}`
    const load = loads.get(kind) ?? createLoad(shown)
    loads.set(kind, load)
    return { kind, load, cache: shown.fields === undefined ? plain : reviewed }
  }

  return {
    /** Living sellers by their ids, of any status. @throws unavailable if `sellers` does not answer */
    async find(ids: readonly string[], selection: Selection, passOn: () => Envelope): Promise<Map<string, ReviewedSeller>> {
      const wanted = [...new Set(ids)]
      const { load } = loadFor(selection, wanted.length)
      const { deadline } = passOn()
      return byId(await Promise.all(wanted.map((id) => load({ id, passOn }, deadline))))
    },

    /**
     * The newest reviews of each of these products, by product id.
     * @param withCustomers whether customers are named
     * @throws unavailable if `sellers` does not answer
     */
    async findReviews(
      product_ids: readonly string[],
      withCustomers: boolean,
      envelope: Envelope,
    ): Promise<Map<string, readonly PublicReview[]>> {
      const wanted = [...new Set(product_ids)]
      const each = reviewsOfEach(wanted.length)
      const found = new Map<string, readonly PublicReview[]>()
      for (let from = 0; from < wanted.length; from += ASKED_AT_ONCE) {
        const body = { product_ids: wanted.slice(from, from + ASKED_AT_ONCE), each, with_customers: withCustomers }
        const { products } = await bus.call(findProductReviews, { body }, envelope)
        for (const { id, reviews } of products) found.set(id, reviews as PublicReview[])
      }
      return found
    },

    /** The same as `find`, at most half a second old. */
    async recall(ids: readonly string[], selection: Selection, passOn: () => Envelope): Promise<Map<string, ReviewedSeller>> {
      const wanted = [...new Set(ids)]
      const { kind, load, cache } = loadFor(selection, wanted.length)
      const recalled = wanted.map((id) => cache.get(`${kind} ${id}`, (deadline) => load({ id, passOn }, deadline)))
      return byId(await Promise.all(recalled))
    },
  }
}

/** The fields for the parts of reviews that a selection shows, one of four variants; undefined if it shows none. */
function askedOf(selection: Selection): string | undefined {
  if (!wants(selection, 'reviews')) return undefined
  const parts = ['reviews.customer', 'reviews.seller'].filter((path) => wants(selection, path))
  return ['*', '*reviews', ...parts.map((path) => `*${path}`)].join()
}

/** A batch may be smaller than the page that it is for, and so have more reviews of each seller. */
const withFewer = (seller: Seller, each: number): Seller =>
  seller?.reviews && seller.reviews.length > each ? { ...seller, reviews: seller.reviews.slice(0, each) } : seller

const byId = (sellers: readonly Seller[]) =>
  new Map(sellers.filter((seller) => seller !== undefined).map((seller) => [seller.id, seller]))

export type Sellers = ReturnType<typeof createSellers>
