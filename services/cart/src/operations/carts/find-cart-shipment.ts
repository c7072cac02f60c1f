import { findCartShipment as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import { knownSellers } from '../../domain/line-items/line-sellers.ts'

export const findCartShipment = implement(contract, async ({ body, actor, deadline }, { carts }: Deps) => {
  const found = await carts.find(body.id, sees(storefrontOf(actor)), deadline)
  if (!found?.state.sales_channel_id) return { shipment: null }
  const { region_id, currency_code, sales_channel_id, item_total, shipping_address, items } = found.state
  const { country_code = null, province = null, city = null, postal_code = null } = shipping_address ?? {}
  return {
    shipment: {
      region_id,
      currency_code,
      sales_channel_id,
      item_total,
      address: { country_code, province, city, postal_code },
      seller_ids: knownSellers(found.state),
      items: items.flatMap(({ variant_id, quantity }) => (variant_id === null ? [] : { variant_id, quantity })),
    },
  }
})
