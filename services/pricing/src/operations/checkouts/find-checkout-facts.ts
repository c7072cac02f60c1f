import { compileFields, findCheckoutFacts as contract, enabledProviderIds, ProductSeller } from '@souk/contracts'
import { type Envelope, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { SoldIn } from '../../stores/variant-owners.ts'

const STATUS = compileFields(ProductSeller, 'store_status', 'all')

/** Options and sellers are not cached: an order keeps its sellers for good, and a seller that was just closed must not sell. */
export const findCheckoutFacts = implement(contract, async ({ body, deadline, passOn }, deps: Deps) => {
  const { sales_channel_id, region_id = null, variant_ids, shipping_option_ids, only_sold, with_sellers = false } = body
  const soldIn = only_sold ? { sales_channel_id } : undefined
  const [channel, regions, goods, options] = await Promise.all([
    sales_channel_id === null ? undefined : deps.salesChannels.find(sales_channel_id, deadline),
    region_id === null ? [] : deps.regions.listWith(region_id),
    findGoods(variant_ids, { soldIn, with_sellers, deadline, passOn }, deps),
    Promise.all(shipping_option_ids.map((id) => deps.shippingOptions.find(id, deadline))),
  ])
  const shipping_options = options
    .filter((option) => option !== undefined)
    .map(({ record: { id, seller_id, shipping_profile_id } }) => ({ id, seller_id, shipping_profile_id }))
  const region = regions.find(({ record }) => record.id === region_id)?.record
  const payment_provider_ids = region && enabledProviderIds(region)
  return {
    sales_channel: channel?.record ?? null,
    ...goods,
    shipping_options,
    ...(payment_provider_ids && { payment_provider_ids }),
  }
})

interface Asking {
  /** Limits the variants to those that are sold there; undefined: no limit. */
  soldIn: SoldIn | undefined
  with_sellers: boolean
  deadline: number
  passOn(): Envelope
}

/** Variants with their sellers. @throws unavailable if the sellers' status is requested, and `sellers` does not answer */
async function findGoods(
  variant_ids: readonly string[],
  { soldIn, with_sellers, deadline, passOn }: Asking,
  { products, sellers }: Pick<Deps, 'products' | 'sellers'>,
) {
  const variants = await products.listOwners(variant_ids, deadline, soldIn)
  if (!with_sellers) return { variants }
  const ids = [...new Set(variants.flatMap(({ seller_id }) => seller_id ?? []))]
  const found = await sellers.find(ids, STATUS, passOn)
  return { variants, closed_seller_ids: ids.filter((id) => found.get(id)?.store_status !== 'ACTIVE') }
}
