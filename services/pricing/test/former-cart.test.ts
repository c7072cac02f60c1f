import { expect, it } from 'vitest'
import { createShoppers } from '../src/clients/shoppers.ts'

it('seller ids of a cart are null (all sellers) when a cart service of the previous version sends none', async () => {
  const shipment = { sales_channel_id: 'sc_1', items: [] }
  const shoppers = createShoppers({ call: async () => ({ shipment }) as never })

  expect(await shoppers.getCartShipment('cart_1', () => undefined as never)).toEqual({ ...shipment, seller_ids: null })
})
