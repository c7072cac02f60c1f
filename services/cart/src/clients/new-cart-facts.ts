import { isDeepStrictEqual } from 'node:util'
import { type AddressInput, type Customer, quote as quoteContract } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import { assertCurrencyOf, type NewCartBody, shippingAddressOf } from '../domain/carts/new-cart.ts'
import type { PlannedLine } from '../domain/line-items/plan-lines.ts'
import { type Quote, quoteItems, taxAddressOf } from '../domain/line-items/quote.ts'
import { getCustomer } from './customers.ts'

interface Wanted {
  body: NewCartBody
  lines: readonly PlannedLine[]
  /** Null: the store's default. */
  sales_channel_id: string | null
  /** Null for guests. */
  customer_id: string | null
}

/**
 * The customer and the quote of a new cart: one request each. Prices depend on the groups of a customer with an account, so with
 * items the customer is read first. If the address follows from the region, pricing applies it itself; replicas of an older
 * version do not, and are asked again.
 * @throws unauthorized if the customer no longer exists; pricing's refusals
 */
export async function newCartFacts(
  { body, lines, sales_channel_id, customer_id }: Wanted,
  bus: Bus,
  passOn: () => Envelope,
): Promise<{ customer: Customer | null; quote: Quote }> {
  const items = quoteItems(lines)

  function askQuote(customer: Customer | null, address: AddressInput | null): Promise<Quote> {
    const { region_id = null } = body
    const currency_code = region_id === null ? (body.currency_code ?? null) : null // a named region's currency is compared below
    const context = { region_id, currency_code, sales_channel_id, assigns_channel: true, tax_address: taxAddressOf(address) }
    const buyer = customer && { id: customer.id, group_ids: customer.groups.map(({ id }) => id) }
    const wanted = { items, shipping_option_ids: [], ...(!address && { only_country: true }) }
    return bus.call(quoteContract, { body: { ...context, customer: buyer, ...wanted } }, passOn())
  }

  const asked = body.shipping_address ?? null
  const independent = customer_id === null || items.length === 0
  const [customer, early] = await Promise.all([
    customer_id === null ? null : getCustomer(customer_id, bus, passOn),
    independent ? askQuote(null, asked) : undefined,
  ])
  const quote = early ?? (await askQuote(customer, asked))
  assertCurrencyOf(quote, body.currency_code)

  const address = shippingAddressOf(body, quote)
  const priced = items.length === 0 || isDeepStrictEqual(taxAddressOf(address), quote.tax_address ?? taxAddressOf(asked))
  return { customer, quote: priced ? quote : await askQuote(customer, address) }
}
