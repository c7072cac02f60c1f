import { listRequests as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'

export const listRequests = listHandler({
  many: 'requests',
  store: ({ requests }: Deps) => requests,
  show: async (found) => found.map(shownRequest),
})(contract)
