import { confirmReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { returnPreviewAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { confirmReceipt } from '../confirm-receipt.ts'

export const confirmReturnReceipt = implement(contract, async (request, deps: Deps) => {
  const { outcome, closed } = await confirmReceipt(request, deps)
  return returnPreviewAnswer(request.params.id, outcome, request, deps, closed)
})
