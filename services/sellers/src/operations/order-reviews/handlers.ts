import { orderReviewOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findOrderReviews } from './find-order-reviews.ts'

export const orderReviewHandlers = implementAll(orderReviewOperations, { findOrderReviews })
