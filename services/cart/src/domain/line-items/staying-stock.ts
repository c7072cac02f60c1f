import type { PlannedLine } from './plan-lines.ts'
import type { QuoteRequest } from './quote.ts'

/**
 * The request, with stock asked for those variants alone of which the change adds or takes units: a cart that is changed
 * otherwise stays as it is even where its goods are sold out meanwhile. Lines that need no price anew stay as well where their
 * goods are no longer sold at all.
 */
export function exceptStaying(request: QuoteRequest, lines: readonly PlannedLine[]): QuoteRequest {
  const moving = new Set(lines.flatMap(({ item, variant_id, quantity }) => (item?.quantity === quantity ? [] : variant_id)))
  const staying = lines.some(({ anew }) => anew) ? { allow_backorder: true } : { staying: true }
  const items = request.items.map((item) => (moving.has(item.variant_id) ? item : { ...item, ...staying }))
  return { ...request, items }
}
