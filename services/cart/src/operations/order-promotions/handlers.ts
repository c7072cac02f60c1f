import { orderPromotionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findCodedPromotions } from './find-coded-promotions.ts'
import { quotePromotions } from './quote-promotions.ts'

export const orderPromotionHandlers = implementAll(orderPromotionOperations, { findCodedPromotions, quotePromotions })
