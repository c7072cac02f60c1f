import { taxRegionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createTaxRegion } from './create-tax-region.ts'
import { deleteTaxRegion } from './delete-tax-region.ts'
import { getTaxRegion } from './get-tax-region.ts'
import { listTaxProviders } from './list-tax-providers.ts'
import { listTaxRegions } from './list-tax-regions.ts'
import { updateTaxRegion } from './update-tax-region.ts'

export const taxRegionHandlers = implementAll(taxRegionOperations, {
  createTaxRegion,
  deleteTaxRegion,
  getTaxRegion,
  listTaxProviders,
  listTaxRegions,
  updateTaxRegion,
})
