import {
  deleteReturnReason,
  getReturnReason,
  getStoreReturnReason,
  listReturnReasons,
  listStoreReturnReasons,
  returnReasonOperations,
  updateReturnReason,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { returnReasonAnswer, shownReturnReasons } from '../../answers/return-reason.ts'
import type { Deps } from '../../deps.ts'
import { createReturnReason } from './create-return-reason.ts'

const reasons = recordHandlers({
  keys: ['return_reason', 'return_reasons'],
  store: ({ returnReasons }: Deps) => returnReasons,
  show: shownReturnReasons,
  answer: returnReasonAnswer,
})

export const returnReasonHandlers = implementAll(returnReasonOperations, {
  listReturnReasons: reasons.list(listReturnReasons),
  createReturnReason,
  getReturnReason: reasons.get(getReturnReason),
  updateReturnReason: reasons.update(updateReturnReason),
  deleteReturnReason: reasons.delete(deleteReturnReason),
  listStoreReturnReasons: reasons.list(listStoreReturnReasons),
  getStoreReturnReason: reasons.get(getStoreReturnReason),
})
