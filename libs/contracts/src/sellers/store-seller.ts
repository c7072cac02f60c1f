import { z } from 'zod'
import { asked, fieldTraits } from '../fields/common.ts'
import { publicReview } from './review-fields.ts'
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

/** Most public reviews shown of each seller, and of all sellers in one answer together. */
export const PUBLIC_REVIEWS = { each: 50, together: 2000 } as const

/** The number of reviews to show of each of `sellers` sellers. */
export const reviewsOfEach = (sellers: number): number =>
  Math.max(1, Math.min(PUBLIC_REVIEWS.each, Math.floor(PUBLIC_REVIEWS.together / Math.max(1, sellers))))

/** A review as shown to the public. */
export const PublicReview = z
  .object({ ...publicReview, seller: asked((): z.ZodType => StoreSeller).describe('Null unless requested with `fields`.') })
  .meta({ id: 'PublicReview' })
export type PublicReview = z.infer<typeof PublicReview>

const reviews = () =>
  asked((): z.ZodType => z.array(PublicReview))
    .optional()
    .describe(
      `The latest ${PUBLIC_REVIEWS.each} reviews of the seller itself, if requested with \`fields\`, newest first; fewer per seller ` +
        `in responses with many sellers, ${PUBLIC_REVIEWS.together} in total.`,
    )

/** A seller as the public may see it, with its reviews. */
export const ReviewedSeller = StoreSeller.extend({ reviews: reviews() }).meta({ id: 'ReviewedSeller' })
export type ReviewedSeller = StoreSeller & { reviews?: PublicReview[] }

/**
 * The same for a product's seller. Storefronts of Mercur read the list of reviews even without requesting it: then it is empty.
 */
export const ProductSeller = StoreSeller.extend({ reviews: reviews().register(fieldTraits, { blank: true }) }).meta({
  id: 'ProductSeller',
})
