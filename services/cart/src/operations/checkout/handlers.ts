import { checkoutOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { completeCart } from './complete-cart.ts'
import { findCheckout } from './find-checkout.ts'

export const checkoutHandlers = implementAll(checkoutOperations, { completeCart, findCheckout })
