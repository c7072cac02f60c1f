import { deleteProduct as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeProduct } from './remove-product.ts'

export const deleteProduct = implement(contract, (request, deps: Deps) => removeProduct(request, deps))
