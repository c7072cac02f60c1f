import { listApiKeys as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownApiKeys } from '../../answers/api-key.ts'
import type { Deps } from '../../deps.ts'

export const listApiKeys = implement(contract, async (request, deps: Deps) => {
  const { query, deadline, passOn } = request
  const { records, ...page } = await deps.apiKeys.page(query, deadline, (keys, until) =>
    shownApiKeys(keys, { ...request, passOn: () => passOn(until) }, deps),
  )
  return { api_keys: records, ...page }
})
