import type { Claim, ClaimType, DecisionContext, Exchange } from '@souk/contracts'
import { assertSold } from '../draft-orders/assert-draft.ts'
import { type Acting, assertMayBegin } from '../order-changes/active-change.ts'
import { type ChangeFacts, newChange, withChanges } from '../order-changes/new-change.ts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'

interface ReplacementInput {
  /** Its readable number. */
  display_id: number
  /** Of the change that makes the claim or exchange. */
  description?: string | undefined
  /** Of the change that makes the claim or exchange. */
  internal_note?: string | undefined
  metadata?: Metadata | undefined
}

type Context = DecisionContext & Acting

/**
 * The order with a new claim, and the change that makes it.
 * @throws invalid_data if the order is canceled or a draft, already has an active change, or has 100 changes
 */
export function beginClaim(order: OrderRecord, { type, ...input }: ReplacementInput & { type: ClaimType }, context: Context) {
  const replacing = newReplacement(order, input, context)
  const empty = { claim_items: [], additional_items: [], refund_amount: null }
  const claim: Claim = { id: context.newId('claim'), ...replacing, type, ...empty }
  const begun = withNewChange(order, { change_type: 'claim', claim_id: claim.id }, input, context)
  return { ...begun, claims: [...order.claims, claim] }
}

/** The same for an exchange. @throws as `beginClaim` */
export function beginExchange(order: OrderRecord, input: ReplacementInput, context: Context): OrderRecord {
  const replacing = newReplacement(order, input, context)
  const empty = { return_items: [], additional_items: [], difference_due: null }
  const exchange: Exchange = { id: context.newId('oexc'), ...replacing, ...empty }
  const begun = withNewChange(order, { change_type: 'exchange', exchange_id: exchange.id }, input, context)
  return { ...begun, exchanges: [...order.exchanges, exchange] }
}

const newReplacement = (
  { id: order_id, version }: OrderRecord,
  { display_id, metadata = null }: ReplacementInput,
  { now, actor_id }: Context,
) => ({
  order_id,
  return_id: null,
  return: null,
  display_id,
  order_version: version,
  no_notification: null,
  shipping_methods: [],
  transactions: [],
  created_by: actor_id,
  metadata,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  canceled_at: null,
})

function withNewChange(
  order: OrderRecord,
  about: ChangeFacts,
  { description = null, internal_note = null }: { description?: string | null; internal_note?: string | null },
  context: Context,
): OrderRecord {
  assertSold(order)
  assertMayBegin(order)
  return withChanges(order, [newChange(order, { ...about, description, internal_note }, context)])
}
