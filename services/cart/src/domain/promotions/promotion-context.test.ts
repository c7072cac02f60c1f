import { JsonText } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aCart, aPayableCart, aQuotedLine, vat19 } from '../../../test/builders.ts'
import { aRule } from '../../../test/promotion-builders.ts'
import type { CartRecord } from '../carts/cart.ts'
import { promotionContext } from './promotion-context.ts'
import { meetsRules } from './rules.ts'

const customer = {
  ...{ id: 'cus_1', has_account: true, email: 'ann@example.com', metadata: { tier: 'gold' }, addresses: [] },
  groups: [{ id: 'vip' }],
} as unknown as CartRecord['customer']
const plain = aPayableCart({ lines: [aQuotedLine({ quantity: 2, unit_price: 20, tax_lines: [vat19] })] })
const address = { country_code: 'de', postal_code: '10115' } as CartRecord['shipping_address']
const cart: CartRecord = {
  ...plain,
  ...{
    email: 'ann@example.com',
    customer,
    customer_id: 'cus_1',
    shipping_address: address,
    metadata: { channel: 'app' },
    locale: 'de-DE',
  },
  chosen_options: [
    { id: plain.shipping_methods[0]!.shipping_option_id!, shipping_option_type_id: 'sotype_1', shipping_profile_id: 'sp_1' },
  ],
}
const { product, variant } = cart.items[0]!
const sees = (one: CartRecord, attribute: string, value: string) =>
  meetsRules([aRule(attribute, 'eq', [value])], promotionContext(one).cart, 'order')

describe('rules see', () => {
  it.each([
    ['id', cart.id],
    ['email', 'ann@example.com'],
    ['currency_code', 'eur'],
    ['region_id', cart.region_id!],
    ['region.id', cart.region!.id],
    ['region.countries.iso_2', 'de'],
    ['sales_channel_id', cart.sales_channel_id!],
    ['locale', 'de-DE'],
    ['metadata.channel', 'app'],
    ['customer_id', 'cus_1'],
    ['customer.email', 'ann@example.com'],
    ['customer.groups.id', 'vip'],
    ['customer.metadata.tier', 'gold'],
    ['shipping_address.country_code', 'de'],
    ['subtotal', '50'],
    ['total', '57.6'],
    ['item_total', '47.6'],
    ['item_subtotal', '40'],
    ['original_item_total', '47.6'],
    ['original_item_subtotal', '40'],
    ['shipping_subtotal', '10'],
    ['items.quantity', '2'],
    ['items.unit_price', '20'],
    ['items.subtotal', '40'],
    ['items.variant_id', cart.items[0]!.variant_id!],
    ['items.product.id', product!.value.id],
    ['items.product.is_giftcard', 'false'],
    ['items.variant.id', variant!.value.id],
    ['items.variant.product.id', product!.value.id],
    ['shipping_methods.name', 'Standard'],
    ['shipping_methods.amount', '10'],
    ['shipping_methods.shipping_option_id', plain.shipping_methods[0]!.shipping_option_id!],
    ['shipping_methods.shipping_option.shipping_option_type_id', 'sotype_1'],
    ['shipping_methods.shipping_option.shipping_profile_id', 'sp_1'],
  ])('%s of the cart', (attribute, value) => {
    const one =
      attribute === 'region.countries.iso_2'
        ? { ...cart, region: { ...cart.region!, countries: [{ iso_2: 'de' }] } as never }
        : cart

    expect(sees(one, attribute, value)).toBe(true)
    expect(sees(one, attribute, `${value} not`)).toBe(false)
  })

  it.each([
    ['categories.id', { categories: [{ id: 'x' }] }],
    ['tags.id', { tags: [{ id: 'x' }] }],
    ['collection_id', { collection_id: 'x' }],
    ['type_id', { type_id: 'x' }],
    ['weight', { weight: 'x' }],
  ])('%s of a product', (attribute, facts) => {
    const held = JsonText.of({ ...product!.value, ...facts } as never)
    const one = { ...cart, items: [{ ...cart.items[0]!, product: held }] }

    expect(sees(one, `items.product.${attribute}`, 'x')).toBe(true)
    expect(sees(cart, `items.product.${attribute}`, 'x')).toBe(false)
  })

  it('no groups of a guest, whose e-mail is unverified', () => {
    const guest = { ...cart, customer: { ...customer!, has_account: false } }

    expect(sees(guest, 'customer.groups.id', 'vip')).toBe(false)
    expect(sees(guest, 'customer.email', 'ann@example.com')).toBe(true)
  })

  it('totals before all promotions and credit', () => {
    const less = [{ amount: 15, is_tax_inclusive: false }] as never
    const items = cart.items.map((item) => ({ ...item, adjustments: less, total: 0, item_total: 0 }))
    const shipping_methods = cart.shipping_methods.map((method) => ({ ...method, adjustments: less }))
    const credit_lines = [{ amount: 30, reference: 'gift-card' }] as never
    const one = { ...cart, items, shipping_methods, credit_lines, total: 1, item_total: 2 }

    expect(sees(one, 'total', '57.6')).toBe(true)
    expect(sees(one, 'item_total', '47.6')).toBe(true)
    expect(sees(one, 'items.total', '47.6')).toBe(true)
    expect(sees(one, 'shipping_methods.total', '10')).toBe(true)
  })

  it('nothing of products, variants, customers and options that the cart does not have', () => {
    const bare = { ...cart, items: [{ ...cart.items[0]!, product: null, variant: null }], chosen_options: [], customer: null }

    expect(sees(bare, 'items.product.id', product!.value.id)).toBe(false)
    expect(sees(bare, 'items.variant.id', variant!.value.id)).toBe(false)
    expect(sees(bare, 'customer.id', 'cus_1')).toBe(false)
    expect(sees(bare, 'shipping_methods.shipping_option.shipping_profile_id', 'sp_1')).toBe(false)
  })
})

describe('rules of a seller’s promotion see', () => {
  const foreign = aQuotedLine({ variant_id: ids.second_variant, quantity: 3, unit_price: 7, tax_lines: [vat19] })
  const mixed = aPayableCart({ lines: [aQuotedLine({ quantity: 2, unit_price: 20, tax_lines: [vat19] }), foreign] })
  const [own, other] = mixed.items.map(({ variant_id }) => variant_id!)
  const sold: CartRecord = {
    ...mixed,
    ...{ customer, email: 'ann@example.com' },
    line_sellers: [
      { variant_id: own!, seller_id: 'sel_1' },
      { variant_id: other!, seller_id: 'sel_2' },
    ],
  }
  const meets = (attribute: string, operator: 'eq' | 'in' | 'ne', value: string, seller_id = 'sel_1') =>
    meetsRules([aRule(attribute, operator, [value])], promotionContext(sold).cartOf(seller_id), 'order')

  it.each([
    ['items.variant_id', own!, '47.6'],
    ['items.quantity', '2', '3'],
    ['items.unit_price', '20', '7'],
    ['item_total', '47.6', '72.59'],
    ['item_subtotal', '40', '61'],
    ['original_item_total', '47.6', '72.59'],
    ['original_item_subtotal', '40', '61'],
    ['total', '47.6', '82.59'],
    ['subtotal', '40', '71'],
    ['shipping_subtotal', '0', '10'],
    ['email', 'ann@example.com', ''],
    ['customer.groups.id', 'vip', ''],
    ['region_id', mixed.region_id!, ''],
  ])('%s of the seller’s own goods, or of the buyer', (attribute, value, ofAll) => {
    expect(meets(attribute, 'eq', value)).toBe(true)
    expect(meets(attribute, 'in', ofAll)).toBe(false)
  })

  it('nothing of other sellers’ goods, nor of the shipping', () => {
    expect(meets('items.variant_id', 'in', other!)).toBe(false)
    expect(meets('items.variant_id', 'ne', other!)).toBe(true)
    expect(meets('items.variant_id', 'eq', other!, 'sel_2')).toBe(true)
    expect(meets('shipping_methods.name', 'in', 'Standard')).toBe(false)
    expect(meets('items.variant_id', 'in', own!, 'sel_3')).toBe(false)
    expect(meets('total', 'eq', '0', 'sel_3')).toBe(true)
  })
})

it('computes nothing before it is needed', () => {
  const text = new JsonText<never>('no JSON')
  const unreadable = { ...aCart(), items: [{ ...aCart().items[0]!, quantity: Number.NaN, product: text, variant: text }] }

  const { cart: seen, cartOf } = promotionContext(unreadable)

  for (const one of [seen, cartOf('sel_1')]) expect(meetsRules([aRule('currency_code', 'eq', ['eur'])], one, 'order')).toBe(true)
  expect(() => meetsRules([aRule('total', 'eq', ['1'])], seen, 'order')).toThrow(RangeError)
})
