import { removeDraftOrderPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { removeDraftPromotions } from '../../domain/draft-orders/edit-draft-promotions.ts'
import { changeDraftPromotions } from './change-draft-promotions.ts'

export const removeDraftOrderPromotions = implement(contract, changeDraftPromotions(removeDraftPromotions))
