import { quoteOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { quote } from './quote.ts'
import { quoteShippingOption } from './quote-shipping-option.ts'
import { quoteTaxes } from './quote-taxes.ts'

export const quoteHandlers = implementAll(quoteOperations, { quote, quoteShippingOption, quoteTaxes })
