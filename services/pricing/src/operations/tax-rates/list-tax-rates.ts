import { listTaxRates as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownTaxRates } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'

export const listTaxRates = implement(contract, async ({ query, selection, deadline }, { taxes }: Deps) => {
  const { records, ...page } = await taxes.rates.page(query, deadline, (found, until) =>
    shownTaxRates(found, { selection, deadline: until }, taxes),
  )
  return { tax_rates: records, ...page }
})
