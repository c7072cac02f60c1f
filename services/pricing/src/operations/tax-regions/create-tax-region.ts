import { administratorIdOf, createTaxRegion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { taxRegionAnswer } from '../../answers/tax-region.ts'
import type { Deps } from '../../deps.ts'
import { assertProvince, assertTaxProvider } from '../../domain/tax/tax-records.ts'

/** The region is created first, then its default rate: after a failure a repeat of the same request does the rest. */
export const createTaxRegion = implement(contract, async (request, { taxes }: Deps) => {
  const { default_tax_rate, province_code = null, parent_id = null, provider_id = null, metadata = null, ...rest } = request.body
  const created_by = administratorIdOf(request.actor)
  const region = { ...rest, province_code, parent_id, provider_id, metadata, created_by }
  assertProvince(region)
  assertTaxProvider(provider_id)
  const created = await taxes.regions.create(region, request)
  if (default_tax_rate) {
    const { rate = null, code, name, is_combinable = false, metadata = null } = default_tax_rate
    const terms = { rate, code, name, is_combinable, metadata, is_default: true, rules: [] }
    await taxes.rates.create({ ...terms, tax_region_id: created.record.id, created_by }, request)
  }
  return taxRegionAnswer(created, request, taxes)
})
