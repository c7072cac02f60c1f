import type { ShippingOption, ShippingOptionPrice, ShippingOptionRule } from '@souk/contracts'

export type ShippingRule = Pick<ShippingOptionRule, 'id' | 'attribute' | 'operator' | 'value' | 'created_at' | 'updated_at'>

/** A price of an option. Its rules are conditions that must all hold; one on `region_id` limits it to that region. */
export type ShippingPrice = Pick<ShippingOptionPrice, 'id' | 'currency_code' | 'amount' | 'created_at' | 'updated_at'> & {
  rules: Pick<ShippingOptionPrice['price_rules'][number], 'id' | 'attribute' | 'operator' | 'value'>[]
}

/** An option as stored, including its prices and rules: one aggregate. */
export type ShippingOptionRecord = Omit<
  ShippingOption,
  'service_zone' | 'shipping_profile' | 'provider' | 'type' | 'rules' | 'prices'
> & {
  price_set_id: string
  rules: ShippingRule[]
  prices: ShippingPrice[]
  /** Null for options of the marketplace itself. */
  seller_id: string | null
  /** The type that was created along with it, for it alone; null or absent: none is known. */
  made_type_id?: string | null
}
