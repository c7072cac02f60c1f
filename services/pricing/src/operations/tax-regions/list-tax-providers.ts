import { listTaxProviders as contract, searchOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { TAX_PROVIDERS } from '../../domain/tax/tax-records.ts'

export const listTaxProviders = implement(contract, async ({ query }) => {
  const { records: tax_providers, ...page } = pageOf(TAX_PROVIDERS, query, searchOf(contract))
  return { tax_providers, ...page }
})
