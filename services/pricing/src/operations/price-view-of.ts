import { type Actor, type findCartPlace, invalidData, type PriceContext, type Region, type ResponseOf } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PriceView } from '../domain/prices/price-view.ts'
import { pricingContextOf } from '../domain/prices/pricing-context.ts'

type Shopped = ResponseOf<typeof findCartPlace>['place']

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
  const region = region_id === null ? undefined : await regionOf(region_id, cart, deps)
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

/** The region; once that is deleted, the cart's copy of it. */
async function regionOf(
  id: string,
  cart: Shopped,
  { regions }: Deps,
): Promise<Pick<Region, 'currency_code' | 'automatic_taxes'>> {
  const { currency_code, region_copy } = (cart?.region_id === id && cart) || {}
  const found = (await regions.listFor({ region_id: id, region_copy })).find((region) => region.id === id)
  if (found) return found
  if (region_copy && currency_code) return { currency_code, ...region_copy }
  throw invalidData(`Region with id ${id} not found when populating the pricing context`)
}
