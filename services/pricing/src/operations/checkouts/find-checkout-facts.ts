import { findCheckoutFacts as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Options are read anew: an order keeps for good whose they were. */
export const findCheckoutFacts = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { sales_channel_id, variant_ids, shipping_option_ids } = body
  const [channels, variants, options] = await Promise.all([
    sales_channel_id === null ? [] : deps.reference.findSalesChannels([sales_channel_id], deadline),
    deps.products.listOwners(variant_ids, deadline),
    deps.shippingOptions.list({ _id: { $in: shipping_option_ids } }, deadline),
  ])
  const shipping_options = options.map(({ id, seller_id, shipping_profile_id }) => ({ id, seller_id, shipping_profile_id }))
  return { sales_channel: channels[0] ?? null, variants, shipping_options }
})
