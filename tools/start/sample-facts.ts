import type { SeededSeller, SeedFacts } from '../seed/facts.ts'

const aSeller = (name: string): SeededSeller => ({
  email: `${name}@example.com`,
  id: `sel_${name}`,
  member_id: `mem_${name}`,
  price_list_id: `plist_${name}`,
  variant_id: `variant_${name}`,
  customer_id: `cus_${name}`,
})

/** Facts of a seed that never ran, for tests. */
export function sampleFacts(): SeedFacts {
  return {
    admin: { email: 'admin@example.com', id: 'user_1' },
    seller: aSeller('own'),
    foreign_seller: aSeller('foreign'),
    customer: { email: 'customer@example.com', id: 'cus_own' },
    region_id: 'reg_1',
    sales_channel_id: 'sc_1',
    shipping_option_id: 'so_1',
    shipping_option_without_price_id: 'so_2',
    gift_card: { code: "GIFT-O'NE", balance: 100, currency_code: 'eur' },
    second_gift_card: { code: 'GIFT-TWO', balance: 50, currency_code: 'eur' },
    orders: ['order_1', 'order_2', 'order_3'],
    canceled_order_id: 'order_4',
    example_cart_id: 'cart_1',
  }
}
