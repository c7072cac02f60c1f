import { listTaxRegions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownTaxRegions } from '../../answers/tax-region.ts'
import type { Deps } from '../../deps.ts'

export const listTaxRegions = implement(contract, async ({ query, selection, deadline }, { taxes }: Deps) => {
  const { records, ...page } = await taxes.regions.page(query, deadline, (found, until) =>
    shownTaxRegions(found, { selection, deadline: until }, taxes),
  )
  return { tax_regions: records, ...page }
})
