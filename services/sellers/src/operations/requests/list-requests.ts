import { listRequests as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'

export const listRequests = implement(contract, async ({ query, deadline }, { requests }: Deps) => {
  const { records, ...page } = await requests.page(query, deadline, async (found) => found.map(shownRequest))
  return { requests: records, ...page }
})
