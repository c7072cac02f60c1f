import { listTaxRegions as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import { shownTaxRegions } from '../../answers/tax-region.ts'
import type { Deps } from '../../deps.ts'

export const listTaxRegions = listHandler({
  many: 'tax_regions',
  store: ({ taxes }: Deps) => taxes.regions,
  show: (found, asked, { taxes }) => shownTaxRegions(found, asked, taxes),
})(contract)
