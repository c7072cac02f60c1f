import { listCurrencies as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { currencyPage } from '../../answers/currencies.ts'

export const listCurrencies = implement(contract, async ({ query }) => currencyPage(query))
