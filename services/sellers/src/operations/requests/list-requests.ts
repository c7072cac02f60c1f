import { listRequests as contract } from '@souk/contracts'
import { listHandler } from '@souk/runtime'
import { adminRequests } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'

export const listRequests = listHandler({
  many: 'requests',
  store: ({ requests }: Deps) => requests,
  show: adminRequests,
})(contract)
