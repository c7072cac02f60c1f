import { checkoutStockOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findCheckoutFacts } from './find-checkout-facts.ts'
import { releaseCheckoutStock } from './release-checkout-stock.ts'
import { reserveCheckoutStock } from './reserve-checkout-stock.ts'

export const checkoutStockHandlers = implementAll(checkoutStockOperations, {
  findCheckoutFacts,
  reserveCheckoutStock,
  releaseCheckoutStock,
})
