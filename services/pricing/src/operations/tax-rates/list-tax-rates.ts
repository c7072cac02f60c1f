import { listTaxRates as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import { shownTaxRates } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'

export const listTaxRates = listHandler({
  many: 'tax_rates',
  store: ({ taxes }: Deps) => taxes.rates,
  show: (found, asked, { taxes }) => shownTaxRates(found, asked, taxes),
})(contract)
