import { recordEvents } from '../operation/plain-resource.ts'

export const PROMOTION_SEARCH = { inside: ['code'] } as const

export const promotionEvents = recordEvents('cart', 'promotion', 'promotion')
export const [promotionCreated, promotionUpdated, promotionDeleted] = promotionEvents
