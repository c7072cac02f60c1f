import type { PlannedLine } from './plan-lines.ts'
import type { QuoteRequest } from './quote.ts'

/**
 * The request, with stock checked only for variants whose units the change adds or removes: any other change of a cart is
 * possible even if its goods have been sold out. Lines that need no new price may even stay if their goods are no longer sold.
 */
export function exceptStaying(request: QuoteRequest, lines: readonly PlannedLine[]): QuoteRequest {
  const moving = new Set(lines.flatMap(({ item, variant_id, quantity }) => (item?.quantity === quantity ? [] : variant_id)))
  const staying = lines.some(({ anew }) => anew) ? { allow_backorder: true } : { staying: true }
  const items = request.items.map((item) => (moving.has(item.variant_id) ? item : { ...item, ...staying }))
  return { ...request, items }
}
