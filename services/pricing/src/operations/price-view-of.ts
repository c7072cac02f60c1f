import { type Actor, invalidData, type PriceContext } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PriceView } from '../domain/prices/price-view.ts'
import { pricingContextOf } from '../domain/prices/pricing-context.ts'

interface Asking {
  actor: Actor
  deadline: number
  passOn(): Envelope
}

/**
 * The context of a storefront's prices: the cart's region, otherwise the named one, otherwise the store's default; and the
 * customer who is logged in.
 * @throws invalid_data without any region or currency, and for an unknown region
 */
export async function priceViewOf(context: PriceContext, { actor, deadline, passOn }: Asking, deps: Deps): Promise<PriceView> {
  const customer_id = actor.type === 'storefront' ? actor.customer_id : null
  const [cart, buyer, preferences] = await Promise.all([
    deps.shoppers.findCartPlace(context.cart_id, passOn),
    deps.shoppers.findBuyer(customer_id, passOn),
    deps.pricePreferences.list(),
  ])
  const region_id = cart?.region_id ?? context.region_id ?? (context.currency_code ? null : await defaultRegion(deps, deadline))
  const region = region_id === null ? undefined : await regionOf(region_id, deps)
  const currency_code = context.currency_code ?? region!.currency_code
  const { country_code = null, province = null } = cart?.country_code ? cart : context
  const hasTaxes = region?.automatic_taxes && country_code !== null
  return {
    pricing: pricingContextOf(currency_code, region_id, buyer),
    taxes: hasTaxes
      ? { automatic_taxes: true, address: { country_code, province }, ...(await deps.taxes.findTaxes(country_code)) }
      : null,
    preferences,
    now: new Date().toISOString(),
  }
}

async function defaultRegion({ stores }: Deps, deadline: number): Promise<string> {
  const store = await stores.findFirst(deadline)
  if (store?.default_region_id) return store.default_region_id
  throw invalidData('Missing required pricing context to calculate prices - region_id')
}

async function regionOf(id: string, { regions }: Deps) {
  const found = (await regions.listWith(id)).find(({ record }) => record.id === id)
  if (!found) throw invalidData(`Region with id ${id} not found when populating the pricing context`)
  return found.record
}
