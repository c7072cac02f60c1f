import { findApiKey as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** For gateways that get a key which the `access` bucket does not hold (yet). */
export const findApiKey = implement(contract, async ({ body, deadline }, { apiKeys }: Deps) => {
  return { api_key: (await apiKeys.findActive(body.token_sha256, deadline)) ?? null }
})
