import type { CartShippingMethod, Customer, PaymentCollection, PaymentSession, QuotedLine } from '@souk/contracts'
import { derivedOpId, idsFrom } from '@souk/runtime'
import { cartTotals } from '@souk/totals'
import { snapshotOf } from '../../../tools/seed/catalogue.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { seededRegion } from '../../../tools/seed/regions.ts'
import type { CardBalance, CartLine, CartRecord } from '../src/domain/carts/cart.ts'
import { type NewCartBody, newCart } from '../src/domain/carts/new-cart.ts'
import { settle } from '../src/domain/carts/settle.ts'
import { putOn } from '../src/domain/gift-cards/cart-gift-cards.ts'
import { type GiftCardRecord, issuedCard, type SpendableCard } from '../src/domain/gift-cards/gift-card.ts'
import { planLines } from '../src/domain/line-items/plan-lines.ts'
import type { Quote } from '../src/domain/line-items/quote.ts'
import type { CustomerGroupRecord, CustomerRecord } from './service.ts'

export const AT = '2026-01-02T03:04:05.000Z'
export const LATER = '2026-01-02T03:05:00.000Z'
export const VIP_GROUP = 'cusgroup_vip'
const timestamps = { created_at: AT, updated_at: AT }
const recorded = { ...timestamps, deleted_at: null }
let made = 0

/** New ids for each call, as each request has; `now` is one minute after the dates of the builders. */
export const aContext = (now = LATER) => ({ newId: idsFrom(derivedOpId(Date.parse(AT), 'test', String(++made))), now })

export const vat19 = { code: 'VAT19', rate: 19, description: 'VAT', tax_rate_id: 'txr_19', provider_id: 'system' }

export const aQuotedLine = ({ variant_id = ids.variant as string, ...overrides }: Partial<QuotedLine> = {}): QuotedLine => ({
  variant_id,
  quantity: 1,
  ...snapshotOf(variant_id),
  compare_at_unit_price: null,
  is_tax_inclusive: false,
  tax_lines: [],
  ...overrides,
})

export const aQuote = (items: QuotedLine[], overrides: Partial<Quote> = {}): Quote => ({
  region: seededRegion,
  sales_channel_id: ids.sales_channel,
  items,
  shipping_options: [],
  depends_on_groups: false,
  item_total: null,
  ...overrides,
})

interface CartParts {
  lines?: QuotedLine[]
  customer?: Customer | null
  body?: NewCartBody
}

/** A cart with these lines (they never merge), all totals computed; one line of 20 eur without tax if none are given. */
export function aCart(
  { lines = [aQuotedLine()], customer = null, body = {} }: CartParts = {},
  overrides: Partial<CartRecord> = {},
): CartRecord {
  const facts = {
    customer,
    quote: aQuote(lines),
    lines: planLines(
      [],
      lines.map(({ variant_id, quantity }, n) => ({ variant_id, quantity, metadata: n === 0 ? null : { n } })),
    ),
  }
  return { ...newCart(body, facts, aContext(AT)), ...overrides }
}

export const aLine = (overrides: Partial<CartLine> = {}): CartLine => ({ ...aCart().items[0]!, ...overrides })

export const aCard = ({ code = `GIFT-${++made}`, value = 100, ...overrides }: Partial<GiftCardRecord> = {}): GiftCardRecord => {
  const sold = { line_item_id: null, reference: null, reference_id: null, expires_at: null, note: null, metadata: null }
  const codes = { id: `gcard_${code}`, code, account_code: `SC-${code}` }
  return { ...issuedCard({ ...codes, value, currency_code: 'eur', ...sold }, AT), ...overrides }
}

export function spendable(overrides: Partial<GiftCardRecord> = {}): SpendableCard {
  const { ledger: _ledger, ...card } = aCard(overrides)
  return card
}

export const balanceOf = ({ id, balance, expires_at }: SpendableCard, at = LATER): CardBalance => ({
  id,
  balance,
  expires_at,
  at,
})

export const aCustomerRecord = (overrides: Partial<CustomerRecord> = {}): CustomerRecord => ({
  id: 'cus_ann',
  has_account: true,
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Buyer',
  company_name: null,
  phone: null,
  default_billing_address_id: null,
  default_shipping_address_id: null,
  addresses: [],
  group_ids: [VIP_GROUP],
  created_by: null,
  metadata: null,
  ...recorded,
  ...overrides,
})

export const aGroup = (overrides: Partial<CustomerGroupRecord> = {}): CustomerGroupRecord => ({
  id: VIP_GROUP,
  name: 'Regulars',
  metadata: null,
  created_by: null,
  seller_id: null,
  ...recorded,
  ...overrides,
})

export const aPaymentSession = (overrides: Partial<PaymentSession> = {}): PaymentSession => ({
  id: 'payses_1',
  amount: 20,
  currency_code: 'eur',
  provider_id: 'pp_system_default',
  data: {},
  status: 'pending',
  context: null,
  authorized_at: null,
  payment_collection_id: 'pay_col_1',
  payment: null,
  metadata: null,
  ...recorded,
  ...overrides,
})

export const aPaymentCollection = (overrides: Partial<PaymentCollection> = {}): PaymentCollection => ({
  id: 'pay_col_1',
  currency_code: 'eur',
  amount: 20,
  status: 'not_paid',
  authorized_amount: null,
  captured_amount: null,
  refunded_amount: null,
  completed_at: null,
  payment_providers: [],
  payment_sessions: [aPaymentSession()],
  payments: [],
  metadata: null,
  ...recorded,
  ...overrides,
})

const aMethod = (overrides: Partial<CartShippingMethod> = {}) =>
  ({
    id: `casm_${++made}`,
    cart_id: 'cart_1',
    name: 'Standard',
    description: null,
    amount: 10,
    is_tax_inclusive: false,
    is_custom_amount: false,
    shipping_option_id: ids.shipping_option as string,
    data: {},
    metadata: null,
    tax_lines: [],
    adjustments: [],
    ...recorded,
    ...overrides,
  }) as unknown as CartShippingMethod

interface Paying {
  /** Of its shipping. */
  amount?: number
  cards?: readonly GiftCardRecord[]
  /** Other fields of its lines, in their order. */
  lines_with?: readonly Partial<CartLine>[]
}

/** A cart that can be completed: with a shipping method, and a session for what its cards do not pay. */
export function aPayableCart(
  parts: CartParts = {},
  { amount = 10, cards = [], lines_with = [] }: Paying = {},
  overrides: Partial<CartRecord> = {},
): CartRecord {
  const plain = aCart(parts)
  const items = plain.items.map((item, n) => ({ ...item, ...lines_with[n] }))
  const sent = { ...plain, items, shipping_methods: [aMethod({ cart_id: plain.id, amount })] }
  const { totals, ...parts_with_totals } = cartTotals(sent)
  const priced = { ...sent, ...parts_with_totals, ...totals } as CartRecord
  const balances = cards.map(({ id, balance }) => ({ id, balance, expires_at: null, at: LATER }))
  const cart = settle(
    cards.reduce((before, { ledger: _, ...card }) => putOn(before, card), priced),
    balances,
    aContext(),
  )
  const session = aPaymentSession({ id: `payses_${++made}`, amount: cart.total, payment_collection_id: `pay_col_${made}` })
  const collection = aPaymentCollection({ id: `pay_col_${made}`, amount: cart.total, payment_sessions: [session] })
  return { ...cart, payment_collection: cart.total > 0 ? collection : null, ...overrides }
}

/** The cart with its shipping by this option, at the same price. */
export const sentBy = (option_id: string, cart: CartRecord): CartRecord => ({
  ...cart,
  shipping_methods: cart.shipping_methods.map((method) => ({ ...method, shipping_option_id: option_id })),
})
