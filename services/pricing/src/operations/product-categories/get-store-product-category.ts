import { getStoreProductCategory as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askedCategoryAnswer } from '../category-answers.ts'

export const getStoreProductCategory = implement(contract, (request, deps: Deps) => askedCategoryAnswer(request, deps))
