import { findCartPlace as contract, regionCopyOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import { taxAddressOf } from '../../domain/line-items/quote.ts'

export const findCartPlace = implement(contract, async ({ body, actor, deadline }, { carts }: Deps) => {
  const found = await carts.find(body.id, sees(storefrontOf(actor)), deadline)
  if (!found) return { place: null }
  const { region_id, region, currency_code, shipping_address } = found.state
  return { place: { region_id, currency_code, ...regionCopyOf(region), ...taxAddressOf(shipping_address) } }
})
