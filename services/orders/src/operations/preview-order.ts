import { asksOthers, previewOrder as contract, withAskedProducts } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { orderPreview, shownPreview } from '../domain/shown-preview.ts'

export const previewOrder = implement(contract, async (request, deps: Deps) => {
  const { order, revision } = await deps.orders.getWithActiveChange(request.params.id, request.deadline)
  const preview = orderPreview(order)
  const customer = await customerOf(preview.customer_id, request, deps)

  const shown = shownPreview(preview, { order, customer, selection: request.selection })
  const others = asksOthers(request.selection) ? 'anywhere' : customer
  return new Answer({ order: await withAskedProducts(shown, request, deps.bus) }, { revision, others })
})
