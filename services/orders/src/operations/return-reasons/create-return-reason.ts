import { createReturnReason as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { returnReasonAnswer } from '../../answers/return-reason.ts'
import type { Deps } from '../../deps.ts'

export const createReturnReason = implement(contract, async (request, deps: Deps) => {
  const { value, label, description = null, parent_return_reason_id = null, metadata = null } = request.body
  if (parent_return_reason_id !== null && !(await deps.returnReasons.find(parent_return_reason_id, request.deadline)))
    throw missingRelation('parent_return_reason_id', parent_return_reason_id)

  const fields = { value, label, description, parent_return_reason_id, metadata }
  return returnReasonAnswer(await deps.returnReasons.create(fields, request), request, deps)
})
