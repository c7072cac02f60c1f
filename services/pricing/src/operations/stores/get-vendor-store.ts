import { getVendorStore as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { storeAnswer } from '../../answers/store.ts'
import type { Deps } from '../../deps.ts'

export const getVendorStore = implement(contract, async ({ params, deadline }, { stores }: Deps) =>
  storeAnswer(await stores.get(params.id, deadline)),
)
