import { addDraftOrderPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { addDraftPromotions } from '../../domain/draft-orders/edit-draft-promotions.ts'
import { changeDraftPromotions } from './change-draft-promotions.ts'

export const addDraftOrderPromotions = implement(contract, changeDraftPromotions(addDraftPromotions))
