import { listVendorProductCategories as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { categoryPageAnswer } from '../category-answers.ts'

export const listVendorProductCategories = implement(contract, (request, deps: Deps) => categoryPageAnswer(request, deps))
