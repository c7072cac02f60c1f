import type { AddedDraftItem, DecisionContext, QuotedLine, TaxRateFacts } from '@souk/contracts'
import { requireEdit } from '../order-changes/active-change.ts'
import { appendItems } from '../order-edits/added-lines.ts'
import { newItem } from '../order-edits/new-item.ts'
import type { Order } from '../orders/order.ts'
import { taxLinesOf } from '../orders/tax-lines.ts'
import { customItem } from './new-draft-item.ts'

/** The prices and taxes of lines to be added. */
export interface QuotedDraftItems {
  /** The lines with a variant, in the order of the request. */
  quoted: readonly QuotedLine[]
  /** The rates for goods outside the catalogue. */
  rates: readonly TaxRateFacts[]
}

/**
 * Adds lines from any seller to the active edit of a draft.
 * @throws invalid_data if it has no active edit, or would have more than 500 actions, or a line has less than one unit
 */
export function addDraftItems<T extends Order>(
  order: T,
  { quoted, rates }: QuotedDraftItems,
  inputs: readonly AddedDraftItem[],
  context: DecisionContext,
): T {
  const change = requireEdit(order)
  const lines = quoted.values()
  const items = inputs.map((input) => {
    const { title, compare_at_unit_price = null } = input
    if (input.variant_id) return { ...newItem(order, change, lines.next().value!, input, context), ...(title && { title }) }
    const item = customItem(order, { ...input, title }, context, change.version)
    return { ...item, compare_at_unit_price, tax_lines: taxLinesOf(rates, 'ordlitxl', { item_id: item.id }, context) }
  })
  return appendItems(order, change, { items, inputs }, context)
}
