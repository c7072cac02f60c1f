import { z } from 'zod'
import { Seller } from './seller.ts'

/** A seller as the public may see it. */
export const StoreSeller = Seller.pick({
  id: true,
  store_status: true,
  name: true,
  handle: true,
  description: true,
  photo: true,
  address_line: true,
  postal_code: true,
  city: true,
  state: true,
  country_code: true,
  created_at: true,
  updated_at: true,
}).meta({ id: 'StoreSeller' })
export type StoreSeller = z.infer<typeof StoreSeller>

/** The seller of a product, as the public may see it. */
export const ProductSeller = StoreSeller.extend({
  reviews: z
    .array(z.never())
    .describe('Empty: reviews are not kept. Storefronts of Mercur read the list without asking for more.'),
}).meta({ id: 'ProductSeller' })
