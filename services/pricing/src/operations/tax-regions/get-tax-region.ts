import { getTaxRegion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { taxRegionAnswer } from '../../answers/tax-region.ts'
import type { Deps } from '../../deps.ts'

export const getTaxRegion = implement(contract, async (request, { taxes }: Deps) =>
  taxRegionAnswer(await taxes.regions.get(request.params.id, request.deadline), request, taxes),
)
