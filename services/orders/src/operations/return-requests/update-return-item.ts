import { updateReturnItem as contract, returnUpdated } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateRequestedItem } from '../../domain/returns/inbound-items.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { assertReasonsApply, type NamedReason, reasonIdsOf } from '../../domain/returns/return-reasons.ts'
import { changeReturn } from '../change-return.ts'
import { namedReasons } from '../named-reasons.ts'

export const updateReturnItem = implement(contract, (request, deps: Deps) => {
  const { params, body, deadline } = request
  const reason_ids = reasonIdsOf([body])
  return changeReturn(request, deps, {
    change(order, context, reasons: readonly NamedReason[] | undefined) {
      const { change } = requirePartChange(order, 'return', params.id)
      const updated = updateRequestedItem(order, change, { return_id: params.id }, params.action_id, body, context)
      if (reason_ids.length > 0 && !reasons) return new LookupNeeded(reason_ids)
      assertReasonsApply(order.id, reason_ids, reasons ?? [])
      return updated
    },
    event: returnUpdated,
    lookup: (ids) => namedReasons(ids, deps, deadline),
  })
})
