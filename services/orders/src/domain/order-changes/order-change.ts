import type * as Answer from '@souk/contracts'
import type {
  CreditLine,
  ItemAdjustment,
  Metadata,
  OrderItem,
  ShippingAdjustment,
  ShippingMethod,
} from '../orders/order-lines.ts'

export type ChangeActionType = Answer.OrderChangeActionType

/** The details of an action; its type decides which fields are read. */
export type ActionDetails = {
  /** The line item, or the shipping method whose adjustments are replaced. */
  reference_id?: string
  quantity?: number
  unit_price?: number | null
  compare_at_unit_price?: number | null
  /** How many units more, or less, than the order has. */
  quantity_diff?: number
  /** Merged into the line's; an empty text removes its key, null removes all. */
  metadata?: Metadata
  adjustments?: readonly (ItemAdjustment | ShippingAdjustment)[]
  /** Of units that are asked back. */
  reason_id?: string | null
  /** Of units that are claimed. */
  reason?: Answer.ClaimReason | null
  /** Of a shipping method: the option and the price that it had, and those that it gets. */
  old_shipping_option_id?: string | null
  new_shipping_option_id?: string | null
  old_amount?: number
  new_amount?: number
  new_email?: string
  /** Of a promotion: its code, and that it came, or went, by itself. */
  added_code?: string | null
  removed_code?: string | null
  is_automatic?: true
  /** Of a transfer: the token that answers it, which sellers do not see; and the e-mail that is asked. */
  token?: string
  original_email?: string | null
  /** Of a change of the order itself: the changed field, from which value and to which. */
  type?: string
  old?: unknown
  new?: unknown
}

/** Records that an action brings along: they belong to the order only once the change is confirmed. */
export interface Created {
  item?: OrderItem
  shipping_method?: ShippingMethod
  credit_line?: CreditLine
  promotion?: Answer.Promotion
}

/** One step of a change as stored; `created` is never part of an answer. */
export interface OrderChangeAction extends Omit<Answer.OrderChangeAction, 'details'> {
  details: ActionDetails
  created?: Created
}

type Elsewhere = 'actions' | 'order' | 'return_order' | 'exchange' | 'claim'

/** A staged change of an order: nothing of it holds before it is confirmed. */
export interface OrderChange extends Omit<Answer.OrderChange, Elsewhere> {
  actions: readonly OrderChangeAction[]
  /** Of a confirmed one: the records of the lines that the version before it had; never part of an answer. */
  replaced?: readonly ReplacedItem[]
  /**
   * Of a confirmed one: the rest of the version before it; never part of an answer. Absent in changes from before it was kept.
   */
  before?: VersionBefore
  /** Of a confirmed one that received a return: the location that its goods went to; never part of an answer. */
  taken_in_at?: string | null
}

/** The record that a line had in a version of the order; with the line where the next version has it no more. */
export interface ReplacedItem {
  detail: Answer.OrderItemDetail
  item: Answer.OrderItemRecord['item'] | null
  /** The line as it was: all of it where the next version has it no more, else only the fields that differ there. */
  was?: Partial<OrderItem>
}

/** The parts of an order's version beside its lines. */
interface VersionBefore extends Pick<Answer.Order, 'version' | 'summary' | 'credit_lines'> {
  /** Absent where they stayed the same. */
  promotions?: Answer.Promotion[]
  shipping_methods: readonly ShippingMethod[]
}

/** The records that a change began, or took back; absent for others. */
type PartIds = Partial<Record<'return_id' | 'claim_id' | 'exchange_id', string>>

/**
 * The entry that an order keeps of a closed change whose record lies in the history: its place, that it counts, and its parts.
 */
interface ClosedChange extends PartIds {
  id: string
  version: number
  status: OrderChange['status']
  in_history: true
  /** A customer asked for the order. */
  asked_by_customer?: true
}

export type KnownChange = OrderChange | ClosedChange

/** The change that is still being made, if any: an order has at most one. */
export const activeChange = ({ changes }: { changes: readonly KnownChange[] }): OrderChange | undefined =>
  changes.findLast((change): change is OrderChange => isWhole(change) && !isClosed(change))

/** Whether the change lies in the order itself, with its actions. */
export const isWhole = (change: KnownChange): change is OrderChange => !('in_history' in change)

/** Whether the change is the request of a customer to get the order. */
export const isAskedByCustomer = (change: KnownChange): boolean =>
  isWhole(change)
    ? change.change_type === 'transfer' && change.created_by !== null && change.created_by === change.actions[0]?.reference_id
    : change.asked_by_customer === true

/** Whether the change never changes again. */
const isClosed = ({ status }: KnownChange) => status !== 'pending' && status !== 'requested'

/** Closed changes that the order still holds as a whole. */
export const closedChanges = ({ changes }: { changes: readonly KnownChange[] }): OrderChange[] =>
  changes.filter((change): change is OrderChange => isWhole(change) && isClosed(change))

/** The order without the closed changes of these ids: they lie in the history. Their places stay. */
export function withoutClosed<T extends { changes: readonly KnownChange[] }>(order: T, in_history: ReadonlySet<string>): T {
  const isMoving = (change: KnownChange) => isWhole(change) && isClosed(change) && in_history.has(change.id)
  if (!order.changes.some(isMoving)) return order
  const changes = order.changes.map((change): KnownChange => {
    if (!isMoving(change) || !isWhole(change)) return change
    const { id, version, status } = change
    const asked = isAskedByCustomer(change) && { asked_by_customer: true as const }
    return { id, version, status, in_history: true, ...partIdsOf(change), ...asked }
  })
  return { ...order, changes }
}

const partIdsOf = ({ return_id, claim_id, exchange_id }: OrderChange): PartIds => ({
  ...(return_id && { return_id }),
  ...(claim_id && { claim_id }),
  ...(exchange_id && { exchange_id }),
})

const REPLACING: ReadonlySet<ChangeActionType> = new Set(['ITEM_ADJUSTMENTS_REPLACE', 'SHIPPING_ADJUSTMENTS_REPLACE'])

/** Whether an action of this type gives a line, or a shipping method, other adjustments. */
export const replacesAdjustments = (type: ChangeActionType) => REPLACING.has(type)
