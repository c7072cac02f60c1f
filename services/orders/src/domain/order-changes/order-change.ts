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

/** The details of an action; its type determines which fields are used. */
export type ActionDetails = {
  /** The line item, or the shipping method whose adjustments are replaced. */
  reference_id?: string
  quantity?: number
  unit_price?: number | null
  compare_at_unit_price?: number | null
  /** How many units more, or fewer, than the order has. */
  quantity_diff?: number
  /** Merged into the line's; an empty string removes its key, null removes everything. */
  metadata?: Metadata
  adjustments?: readonly (ItemAdjustment | ShippingAdjustment)[]
  /** For units to be returned. */
  reason_id?: string | null
  /** For claimed units. */
  reason?: Answer.ClaimReason | null
  /** For a shipping method: its old option and price, and the new ones. */
  old_shipping_option_id?: string | null
  new_shipping_option_id?: string | null
  old_amount?: number
  new_amount?: number
  new_email?: string
  /** For a promotion: its code, and whether it was added or removed automatically. */
  added_code?: string | null
  removed_code?: string | null
  is_automatic?: true
  /** For a transfer: the token that answers it, hidden from sellers; and the e-mail address that received it. */
  token?: string
  original_email?: string | null
  /** For a change of the order itself: the field, and its old and new value. */
  type?: string
  old?: unknown
  new?: unknown
}

/** Records that an action carries: they become part of the order only when the change is confirmed. */
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

/** A staged change of an order: it takes effect only when it is confirmed. */
export interface OrderChange extends Omit<Answer.OrderChange, Elsewhere> {
  actions: readonly OrderChangeAction[]
  /** If confirmed: the line records of the version before it; never part of an answer. */
  replaced?: readonly ReplacedItem[]
  /**
   * If confirmed: the rest of the version before it; never part of an answer. Absent from changes that are older than this field.
   */
  before?: VersionBefore
  /** If confirmed: derived from the confirming request (see `confirmationIdOf`); never part of an answer. */
  confirmation_id?: string
  /** If it confirmed a return's receipt: the location where the goods were taken in; never part of an answer. */
  taken_in_at?: string | null
}

/** The record of a line in a version of the order; with the line if the next version no longer has it. */
export interface ReplacedItem {
  detail: Answer.OrderItemDetail
  item: Answer.OrderItemRecord['item'] | null
  /** The line as it was: all of it if the next version no longer has it, otherwise only the fields that differ there. */
  was?: Partial<OrderItem>
}

/** The parts of an order's version other than its lines. */
interface VersionBefore extends Pick<Answer.Order, 'version' | 'summary' | 'credit_lines'> {
  /** Absent if unchanged. */
  promotions?: Answer.Promotion[]
  shipping_methods: readonly ShippingMethod[]
}

/** The records that a change began, or canceled; absent for other changes. */
type PartIds = Partial<Record<'return_id' | 'claim_id' | 'exchange_id', string>>

/** The entry that an order keeps of a closed change whose record is in the history. */
interface ClosedChange extends PartIds {
  id: string
  version: number
  status: OrderChange['status']
  in_history: true
  confirmation_id?: string
  /** Present if a customer requested the order's transfer. */
  asked_by_customer?: true
}

export type KnownChange = OrderChange | ClosedChange

/** The change that is pending or requested, if any: an order has at most one. */
export const activeChange = ({ changes }: { changes: readonly KnownChange[] }): OrderChange | undefined =>
  changes.findLast((change): change is OrderChange => isWhole(change) && !isClosed(change))

/** Whether the change is stored in the order itself, with its actions. */
export const isWhole = (change: KnownChange): change is OrderChange => !('in_history' in change)

/** Whether the change is a customer's own request to take over the order. */
export const isAskedByCustomer = (change: KnownChange): boolean =>
  isWhole(change)
    ? change.change_type === 'transfer' && change.created_by !== null && change.created_by === change.actions[0]?.reference_id
    : change.asked_by_customer === true

/** Whether the change is final. */
const isClosed = ({ status }: KnownChange) => status !== 'pending' && status !== 'requested'

/** Closed changes that the order still holds in full. */
export const closedChanges = ({ changes }: { changes: readonly KnownChange[] }): OrderChange[] =>
  changes.filter((change): change is OrderChange => isWhole(change) && isClosed(change))

/** The order with only an entry for each closed change of these ids, since they are in the history. */
export function withoutClosed<T extends { changes: readonly KnownChange[] }>(order: T, inHistory: ReadonlySet<string>): T {
  const isMoving = (change: KnownChange) => isWhole(change) && isClosed(change) && inHistory.has(change.id)
  if (!order.changes.some(isMoving)) return order
  const changes = order.changes.map((change): KnownChange => {
    if (!isMoving(change) || !isWhole(change)) return change
    const { id, version, status, confirmation_id } = change
    const asked = isAskedByCustomer(change) && { asked_by_customer: true as const }
    return { id, version, status, in_history: true, ...(confirmation_id && { confirmation_id }), ...partIdsOf(change), ...asked }
  })
  return { ...order, changes }
}

const partIdsOf = ({ return_id, claim_id, exchange_id }: OrderChange): PartIds => ({
  ...(return_id && { return_id }),
  ...(claim_id && { claim_id }),
  ...(exchange_id && { exchange_id }),
})

const REPLACING: ReadonlySet<ChangeActionType> = new Set(['ITEM_ADJUSTMENTS_REPLACE', 'SHIPPING_ADJUSTMENTS_REPLACE'])

/** Whether an action of this type replaces the adjustments of a line or shipping method. */
export const replacesAdjustments = (type: ChangeActionType) => REPLACING.has(type)
