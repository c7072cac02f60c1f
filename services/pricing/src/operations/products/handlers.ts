import { productOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findProducts } from './find-products.ts'

export const productHandlers = implementAll(productOperations, { findProducts })
