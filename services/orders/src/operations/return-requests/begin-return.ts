import { administratorIdOf, beginReturn as contract, returnCreated } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { begunReturnAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { assertMayBegin } from '../../domain/order-changes/active-change.ts'
import { beginReturn as begin } from '../../domain/returns/begin-return.ts'

/** The order's own document says whether it has an active change: of two returns begun at once one is refused. */
export const beginReturn = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, newIds, deadline } = request
  const { order_id, ...input } = body
  const return_id = newIds()('return')
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as number | undefined,

    decide(order, context, display_id) {
      assertMayBegin(order)
      if (display_id === undefined) return new LookupNeeded('number' as const)
      const said = { ...input, metadata: input.metadata ?? null, display_id }
      const state = begin(order, said, { ...context, actor_id: administratorIdOf(actor) })
      return { state, events: [returnCreated({ id: return_id, order_id })] }
    },
    lookup: () => deps.orders.nextPartNumber('return', deadline),
  })
  return begunReturnAnswer(return_id, outcome, request, deps)
})
