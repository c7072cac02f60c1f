import { type BodyOf, onlyCountryOf, type quote } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import { chooseRegion } from '../../domain/regions/choose-region.ts'
import { assignedChannel } from '../assigned-channel.ts'

/**
 * The region and the sales channel in which a cart is priced, with its currency and the address that it is taxed at.
 * @returns `region` is null if it is deleted, and the rest is from the caller's copy of it @throws not_found
 */
export async function regionAndChannel(body: BodyOf<typeof quote>, deps: Deps, deadline: number) {
  const [known, store, sales_channel_id] = await Promise.all([
    deps.regions.listFor(body),
    body.region_id === null ? deps.stores.findFirst(deadline) : undefined,
    body.assigns_channel ? assignedChannel(body.sales_channel_id, deps, deadline) : body.sales_channel_id,
  ])
  const chosen = chooseRegion(known, { ...body, default_id: store?.default_region_id })
  const { region } = chosen
  const country = body.only_country && region && onlyCountryOf(region)
  return {
    region,
    region_id: chosen.id,
    // A cart or an order keeps its currency even if its region has another one by now.
    currency_code: (body.region_id !== null && body.currency_code) || chosen.currency_code,
    automatic_taxes: chosen.automatic_taxes || body.with_taxes === true,
    tax_address: country ? { country_code: country.iso_2, province: null } : body.tax_address,
    sales_channel_id,
  }
}
