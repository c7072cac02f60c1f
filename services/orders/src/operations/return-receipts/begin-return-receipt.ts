import { beginReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { begunReturnAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { beginReceipt } from '../begin-receipt.ts'

export const beginReturnReceipt = implement(contract, async (request, deps: Deps) =>
  begunReturnAnswer(request.params.id, await beginReceipt(request, deps), request, deps),
)
