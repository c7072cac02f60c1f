import {
  type AddressInput,
  type Customer,
  type CustomerAddress,
  DEMONSTRATION,
  demonstrationId,
  SYSTEM_PROVIDER,
  type TaxRateFacts,
  withSession,
} from '@souk/contracts'
import { derivedOpId, idsFrom } from '@souk/runtime'
import { lineItemTotals } from '@souk/totals'
import type { CartRecord } from '../../services/cart/src/domain/carts/cart.ts'
import { newCart } from '../../services/cart/src/domain/carts/new-cart.ts'
import { withPromotions } from '../../services/cart/src/domain/carts/planned-cart.ts'
import { settle } from '../../services/cart/src/domain/carts/settle.ts'
import { putOn } from '../../services/cart/src/domain/gift-cards/cart-gift-cards.ts'
import { planLines } from '../../services/cart/src/domain/line-items/plan-lines.ts'
import type { Quote } from '../../services/cart/src/domain/line-items/quote.ts'
import { reprice } from '../../services/cart/src/domain/line-items/reprice.ts'
import { newCollection } from '../../services/cart/src/domain/payment-collections/payment-collection.ts'
import { onlyCodes } from '../../services/cart/src/domain/promotions/promo-codes.ts'
import { shownCustomer } from '../../services/orders/src/domain/customers/customer-record.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { snapshotOf } from './catalogue.ts'
import { seededAddresses, seededCustomerGroups, seededCustomers } from './customers.ts'
import { seededGiftCards } from './gift-cards.ts'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { seededPaymentCollection } from './payments.ts'
import { seededPromotions, WELCOME_CODE } from './promotions.ts'
import { seededDates } from './records.ts'
import { BOOK_TYPE_ID, seededRegion, seededTaxRates } from './regions.ts'

/** A cart's id allows its use: these follow from the instance's secrets, so they are random and yet the same at each start. */
function contextOf(secrets: SeedSecrets, cart: string) {
  const { admin_password, seller_password, customer_password, gift_card_code } = secrets
  const op = derivedOpId(
    Date.parse(SEEDED_AT),
    'seeded cart',
    cart,
    admin_password,
    seller_password,
    customer_password,
    gift_card_code,
  )
  return { newId: idsFrom(op), now: SEEDED_AT }
}

type Bought = { variant_id: string; quantity: number }

/** The quote of `pricing` for these lines, at base prices and sent to Germany. */
function quoteFor(lines: readonly Bought[]): Quote {
  const items = lines.map(({ variant_id, quantity }) => {
    const { product, variant, seller_id, unit_price } = snapshotOf(variant_id)
    const tax_lines = [taxFacts(product.type_id === BOOK_TYPE_ID ? 'VAT7' : 'VAT19')]
    const { total } = lineItemTotals({ unit_price, quantity: 1, is_tax_inclusive: false, tax_lines })
    const withTax = { calculated_amount_with_tax: total, original_amount_with_tax: total }
    const priced = { ...variant, calculated_price: variant.calculated_price && { ...variant.calculated_price, ...withTax } }
    return {
      variant_id,
      quantity,
      product,
      variant: priced,
      unit_price,
      compare_at_unit_price: null,
      is_tax_inclusive: false,
      seller_id,
      tax_lines,
    }
  })
  return {
    region: seededRegion,
    sales_channel_id: ids.sales_channel,
    depends_on_groups: false,
    items,
    shipping_options: [],
    item_total: null,
  }
}

function taxFacts(wanted: string): TaxRateFacts {
  const { id, code, rate, name } = seededTaxRates.find((one) => one.code === wanted)!
  return { code, rate: rate ?? 0, description: name, tax_rate_id: id, provider_id: 'system' }
}

function cartOf(
  lines: readonly Bought[],
  customer: Customer | null,
  email: string | null,
  context: ReturnType<typeof contextOf>,
): CartRecord {
  const quote = quoteFor(lines)
  const body = { email, shipping_address: inputOf(seededAddresses.home), billing_address: inputOf(seededAddresses.office) }
  return newCart(body, { customer, quote, lines: planLines([], lines) }, context)
}

const inputOf = (address: CustomerAddress): AddressInput => ({
  first_name: address.first_name,
  last_name: address.last_name,
  phone: address.phone,
  company: address.company,
  address_1: address.address_1,
  address_2: address.address_2,
  city: address.city,
  country_code: address.country_code,
  province: address.province,
  postal_code: address.postal_code,
  metadata: address.metadata,
})

/** A guest's cart that both gift cards together do not pay. */
export function exampleCart(secrets: SeedSecrets): CartRecord {
  const lines = [
    { variant_id: ids.variant, quantity: 4 },
    { variant_id: ids.second_variant, quantity: 4 },
  ]
  return cartOf(lines, null, 'guest@souk.example', contextOf(secrets, 'example'))
}

/** A cart of the reference's examples: its id is known to all. */
function exampleOf(id: string, buyer: Customer | null, email: string | null): CartRecord {
  const newId = idsFrom(derivedOpId(Date.parse(SEEDED_AT), buyer ? 'cart of a customer' : 'demonstration cart'))
  let lines = 0
  const known = (prefix: string) => {
    if (prefix === 'cart') return id
    return prefix === 'cali' && id === DEMONSTRATION.cart_id ? demonstrationId('cali', ++lines) : undefined
  }
  const context = { newId: (prefix: string) => known(prefix) ?? newId(prefix), now: SEEDED_AT }
  const bought = buyer ? [ids.variant] : [ids.variant, ids.third_variant]
  return cartOf(
    bought.map((variant_id) => ({ variant_id, quantity: 2 })),
    buyer,
    email,
    context,
  )
}

/** A guest's, with its payment collection. */
export function demonstrationCart(): CartRecord {
  const cart = exampleOf(DEMONSTRATION.cart_id, null, 'guest@souk.example')
  const context = { newId: () => DEMONSTRATION.payment_collection_id, now: SEEDED_AT }
  return { ...cart, payment_collection: newCollection(cart, context) }
}

const [cora] = seededCustomers
const customer = shownCustomer(cora!, new Map(seededCustomerGroups.map((group) => [group.id, group])))

/** The customer's who has store credit. */
export const customersCart = () => exampleOf(DEMONSTRATION.customer_cart_id, customer, null)

/** A guest's, with all that it takes to complete it. */
export function payableCart(): CartRecord {
  const id = DEMONSTRATION.payable_cart_id
  const newId = idsFrom(derivedOpId(Date.parse(SEEDED_AT), 'payable cart'))
  const context = { newId: (prefix: string) => (prefix === 'cart' ? id : newId(prefix)), now: SEEDED_AT }
  const plain = cartOf([{ variant_id: ids.third_variant, quantity: 1 }], null, 'guest@souk.example', context)
  const sent = { ...plain, shipping_methods: [{ ...standardShipping(id, newId), adjustments: [] }] }
  const priced = settle(reprice(sent, { lines: planLines(sent.items, []), ...NOTHING_NEW }, context), [], context)
  const collection = newCollection(priced, { newId: () => seededId('pay_col', 501), now: SEEDED_AT })
  const { amount, currency_code } = collection
  const session = { id: seededId('payses', 501), provider_id: SYSTEM_PROVIDER, amount, currency_code }
  const begun = { status: 'pending' as const, data: {}, context: {} }
  return { ...priced, payment_collection: withSession(collection, { ...session, ...begun }, context) }
}

/** An empty quote changes no line: it makes all totals follow. */
const NOTHING_NEW = {
  quote: {
    region: seededRegion,
    sales_channel_id: ids.sales_channel,
    depends_on_groups: false,
    items: [],
    shipping_options: [],
    item_total: null,
  },
  shipping_option_ids: [],
}

/**
 * A customer's cart with one of each record that a cart can show: promotions, shipping, a gift card, a payment with all its
 * parts.
 */
export function richCart(secrets: SeedSecrets): CartRecord {
  const context = contextOf(secrets, 'rich')
  const { newId } = context
  const lines = [
    { variant_id: ids.variant, quantity: 4 },
    { variant_id: ids.third_variant, quantity: 1 },
  ]
  const plain = cartOf(lines, customer, null, context)
  const sent = { ...plain, shipping_methods: [standardShipping(plain.id, newId)], metadata: { channel: 'app' } }
  const unpromoted = reprice(sent, { lines: planLines(sent.items, []), ...NOTHING_NEW }, context)
  const found = seededPromotions.map((promotion) => ({ ...promotion, used: 0, campaign: null }))
  const codes = [WELCOME_CODE]
  const known = { ids: [], codes, sellers: [], buyer: [], found }
  const promoted = withPromotions(unpromoted, plain, onlyCodes(codes), known, context)
  const priced = {
    ...promoted,
    items: promoted.items.map((item) => described(item, '10 % off')),
    shipping_methods: promoted.shipping_methods.map((method) => described(method, 'Cheaper shipping')),
  }
  const card = seededGiftCards(secrets)[1]!
  const withCard = settle(
    putOn(priced, card),
    [{ id: card.id, balance: card.balance, expires_at: card.expires_at, at: SEEDED_AT }],
    context,
  )
  return { ...withCard, payment_collection: seededPaymentCollection(withCard) }
}

/** Adjustments with a description: the carts' own have none. */
const described = <L extends { adjustments: object[] }>(line: L, description: string): L => ({
  ...line,
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, description })),
})

function standardShipping(cart_id: string, newId: (prefix: string) => string): CartRecord['shipping_methods'][number] {
  const id = newId('casm')
  const { code, ...facts } = taxFacts('VAT19')
  return {
    id,
    cart_id,
    name: 'Standard',
    description: 'Within three days',
    amount: 10,
    is_tax_inclusive: false,
    is_custom_amount: false,
    shipping_option_id: ids.shipping_option,
    data: { carrier: 'post' },
    metadata: null,
    tax_lines: [
      {
        id: newId('casmtxl'),
        shipping_method_id: id,
        ...facts,
        code: code ?? 'default',
        subtotal: 0,
        total: 0,
        data: null,
        metadata: null,
        ...seededDates,
      },
    ],
    adjustments: [],
    original_total: 0,
    original_subtotal: 0,
    original_tax_total: 0,
    total: 0,
    subtotal: 0,
    tax_total: 0,
    discount_total: 0,
    discount_subtotal: 0,
    discount_tax_total: 0,
    ...seededDates,
  }
}
