import { assertGiftCardsFit, type DecisionContext } from '@souk/contracts'
import { assertMayBegin } from '../order-changes/active-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { type TaxRates, taxed } from './draft-taxes.ts'

/** The facts that are needed to convert a draft into an order. */
export interface ConvertFacts {
  rates: TaxRates
  /** The only seller of its variants: see `onlySeller`. */
  seller_id: string | null
}

/**
 * Converts a draft into a pending order.
 * @throws invalid_data if it is canceled, has an active change, or sells too many gift cards
 */
export function convertDraft(draft: OrderRecord, { rates, seller_id }: ConvertFacts, context: DecisionContext): OrderRecord {
  assertMayBegin(draft)
  assertGiftCardsFit(draft.items)
  const { now } = context
  const sold = { seller_id, status: 'pending', is_draft_order: false, sold_version: draft.version, sold_at: now } as const
  return { ...taxed(draft, rates, context), ...sold, updated_at: now }
}

/**
 * Null if the variants are from several sellers, none has a seller, or one no longer exists: a seller is shown the whole order,
 * so no seller is named while a line may be from another.
 */
export function onlySeller(
  variant_ids: readonly string[],
  owners: readonly { id: string; seller_id: string | null }[],
): string | null {
  const sellers = new Map(owners.map(({ id, seller_id }) => [id, seller_id]))
  const [first = null, ...others] = new Set(variant_ids.map((id) => sellers.get(id) ?? null))
  return others.length === 0 ? first : null
}
