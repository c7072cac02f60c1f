import { rawAmount, type ShippingOption } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { ShippingOptionRecord } from '../domain/shipping-options/shipping-option-record.ts'
import { plainProfile } from '../domain/shipping-profiles/shipping-profile.ts'

type Links = Pick<Deps, 'shippingProfiles' | 'shippingOptionTypes' | 'fulfillmentProviders'>

/** Options as answers show them, without their zone. A linked record that was deleted is null. */
export async function shownShippingOptions(
  records: readonly ShippingOptionRecord[],
  { shippingProfiles, shippingOptionTypes, fulfillmentProviders }: Links,
  deadline: number,
): Promise<ShippingOption[]> {
  if (records.length === 0) return []
  const idsOf = (field: 'shipping_profile_id' | 'shipping_option_type_id') => ({
    _id: { $in: [...new Set(records.flatMap((record) => record[field] ?? []))] },
  })
  const [found, types, providers] = await Promise.all([
    shippingProfiles.list(idsOf('shipping_profile_id'), deadline),
    shippingOptionTypes.list(idsOf('shipping_option_type_id'), deadline),
    fulfillmentProviders.list(deadline),
  ])
  const profiles = found.map(plainProfile)
  const named = <T extends { id: string }>(all: readonly T[], wanted: string | null): T | null =>
    all.find(({ id }) => id === wanted) ?? null
  return records.map(({ price_set_id, seller_id: _, made_type_id: _made, prices, rules, ...option }) => ({
    ...option,
    service_zone: null,
    shipping_profile: named(profiles, option.shipping_profile_id),
    provider: named(providers, option.provider_id),
    type: named(types, option.shipping_option_type_id),
    rules: rules.map((rule) => ({ ...rule, shipping_option_id: option.id, deleted_at: null })),
    prices: prices.map(({ rules: ofPrice, ...price }) => ({
      ...price,
      title: null,
      raw_amount: rawAmount(price.amount),
      min_quantity: null,
      max_quantity: null,
      rules_count: ofPrice.length,
      price_rules: ofPrice.map((rule) => ({
        ...rule,
        priority: 0,
        price_id: price.id,
        created_at: price.created_at,
        updated_at: price.updated_at,
        deleted_at: null,
      })),
      price_set_id,
      price_list_id: null,
      price_list: null,
      deleted_at: null,
    })),
  }))
}
