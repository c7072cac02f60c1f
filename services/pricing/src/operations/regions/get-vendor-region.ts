import { getVendorRegion as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { regionAnswer } from '../../answers/region.ts'
import type { Deps } from '../../deps.ts'

export const getVendorRegion = implement(contract, async ({ params, deadline }, { regions }: Deps) =>
  regionAnswer(await regions.get(params.id, deadline)),
)
