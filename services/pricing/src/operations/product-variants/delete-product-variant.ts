import { deleteProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeVariant } from './remove-variant.ts'

export const deleteProductVariant = implement(contract, (request, deps: Deps) => removeVariant(request, deps))
