import { updateTaxRegion as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { taxRegionAnswer } from '../../answers/tax-region.ts'
import type { Deps } from '../../deps.ts'
import { assertProvince, assertTaxProvider } from '../../domain/tax/tax-records.ts'

export const updateTaxRegion = implement(contract, async (request, { taxes }: Deps) => {
  const { params, body, command } = request
  assertTaxProvider(body.provider_id)
  const updated = await taxes.regions.update(params.id, command, (region) => {
    const changed = patch<typeof region>(body)(region)
    assertProvince(changed)
    return changed
  })
  return taxRegionAnswer(updated, request, taxes)
})
