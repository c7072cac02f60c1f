import { productReviewOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findProductReviews } from './find-product-reviews.ts'

export const productReviewHandlers = implementAll(productReviewOperations, { findProductReviews })
