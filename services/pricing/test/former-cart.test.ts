import { expect, it } from 'vitest'
import { createShoppers } from '../src/clients/shoppers.ts'

it('a cart service of the previous version, which sends no seller ids, results in null seller ids', async () => {
  const shipment = { sales_channel_id: 'sc_1', items: [] }
  const shoppers = createShoppers({ call: async () => ({ shipment }) as never })

  expect(await shoppers.getCartShipment('cart_1', () => undefined as never)).toEqual({ ...shipment, seller_ids: null })
})
