import { listCommissionLines as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfCommissionLines } from '../page-of-commission-lines.ts'

export const listCommissionLines = implement(contract, (request, deps: Deps) =>
  pageOfCommissionLines(request, request.query.context?.seller_id, deps),
)
