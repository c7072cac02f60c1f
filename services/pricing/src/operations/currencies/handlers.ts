import { currencyOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getCurrency } from './get-currency.ts'
import { getStoreCurrency } from './get-store-currency.ts'
import { listCurrencies } from './list-currencies.ts'
import { listStoreCurrencies } from './list-store-currencies.ts'

export const currencyHandlers = implementAll(currencyOperations, {
  getCurrency,
  getStoreCurrency,
  listCurrencies,
  listStoreCurrencies,
})
