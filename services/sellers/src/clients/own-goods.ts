import { listVendorProducts, listVendorStockLocations } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { OwnGoods } from '../domain/sellers/onboarding.ts'

const COUNT = { query: 'limit=0' }

/** Products and stock locations of sellers, which belong to `pricing`. */
export const createOwnGoods = (bus: Pick<Bus, 'call'>) => ({
  /** Counts those of the calling member's seller. @throws unavailable if `pricing` does not answer */
  async count(passOn: () => Envelope): Promise<OwnGoods> {
    const [products, locations] = await Promise.all([
      bus.call(listVendorProducts, COUNT, passOn()),
      bus.call(listVendorStockLocations, COUNT, passOn()),
    ])
    return { products: products.count, locations: locations.count }
  },
})

export type OwnGoodsOfSellers = ReturnType<typeof createOwnGoods>
