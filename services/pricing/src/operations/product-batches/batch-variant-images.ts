import { batchVariantImages as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { changeVariantImages } from './change-variant-images.ts'

export const batchVariantImages = implement(contract, changeVariantImages)
