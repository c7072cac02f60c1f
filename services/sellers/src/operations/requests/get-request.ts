import { getRequest as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { adminRequests } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'

export const getRequest = implement(contract, async (asked, deps: Deps) => {
  const { record, revision } = await deps.requests.get(asked.params.id, asked.deadline)
  const [request] = await adminRequests([record], asked, deps)
  return new Answer({ request: request! }, { revision, others: request!.seller ?? null })
})
