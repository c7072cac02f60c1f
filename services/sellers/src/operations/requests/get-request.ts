import { getRequest as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'

export const getRequest = implement(contract, async ({ params, deadline }, { requests }: Deps) => {
  const { record, revision } = await requests.get(params.id, deadline)
  return new Answer({ request: shownRequest(record) }, { revision })
})
