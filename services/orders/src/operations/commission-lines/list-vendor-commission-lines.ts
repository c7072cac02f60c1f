import { listVendorCommissionLines as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { pageOfCommissionLines } from '../page-of-commission-lines.ts'

export const listVendorCommissionLines = implement(contract, (request, deps: Deps) =>
  pageOfCommissionLines(request, sellerIdOf(request.actor), deps),
)
