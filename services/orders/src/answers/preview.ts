import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Customer, JsonText, type OrderPreview, type PreviewedOrder, type Selection, wants } from '@souk/contracts'
import { Answer, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { confirmedPreview } from '../domain/order-changes/confirmed-preview.ts'
import { activeChange, type OrderChange as StoredChange } from '../domain/order-changes/order-change.ts'
import { previewOrder, shownChange } from '../domain/order-changes/preview.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import { customerOf } from './customer.ts'
import { withAskedRelations, withoutHistory } from './order-change.ts'

/** A preview without the customer, which is a separate record. */
type Preview = Omit<PreviewedOrder, 'customer'>

interface Shown {
  /** The order as it stands. */
  order: OrderRecord
  customer: Customer | null
  selection: Selection
}

/**
 * The order as its active change would leave it, with the customer that it would have.
 * @param key the field of the answer that holds it; without any change, `order` has no `order_change`, and the others have null
 * @param closed the change that has just been confirmed: shown as its change. An edit, a return request, a claim and an exchange
 * are answered with their last preview, as in Medusa, also when the request is repeated later; others, and all of drafts, with
 * the order as it stands, or as its active change would leave it
 */
export async function previewAnswer<Key extends 'order' | 'order_preview' | 'draft_order_preview'>(
  key: Key,
  { state: order, revision }: { state: OrderRecord; revision: number },
  request: Pick<RequestContext, 'selection' | 'actor' | 'deadline'>,
  deps: Deps,
  closed?: StoredChange,
) {
  const isPreviewed = key === 'order_preview' && !order.is_draft_order && closed?.change_type !== 'return_receive'
  const [confirmed, present] = await Promise.all([
    closed && isPreviewed ? lastPreview(order, closed, request, deps) : undefined,
    customerOf(order.customer_id, request, deps),
  ])
  const preview = confirmed ?? withClosed(await previewInTurn(order), order, closed)
  const isTransferred = preview.customer_id !== order.customer_id
  const customer = isTransferred ? await customerOf(preview.customer_id, request, deps) : present
  const { selection } = request
  const shown = shownPreview(preview, { order, customer, selection })
  const answered = key === 'order' ? shown : { ...shown, order_change: shown.order_change ?? null }
  const body = { [key]: selection.all ? asJson(answered) : answered } as Record<Key, OrderPreview & PreviewedOrder>
  return new Answer(body, { revision, others: customer })
}

const withClosed = (preview: Preview, order: OrderRecord, closed: StoredChange | undefined): Preview =>
  closed && !preview.order_change ? { ...preview, order_change: shownChange(order, closed) } : preview

async function lastPreview(
  order: OrderRecord,
  closed: StoredChange,
  { deadline }: Pick<RequestContext, 'deadline'>,
  { orders }: Deps,
): Promise<Preview | undefined> {
  const isLatest = order.version === closed.version
  const changes = isLatest ? [closed] : (await orders.getWithChanges(order.id, deadline)).changes
  return confirmedPreview(order, closed, changes) as unknown as Preview | undefined
}

/** Actions of a change; a preview of this many takes more than a millisecond. */
const LARGE = 50
const done = new WeakMap<OrderRecord, Preview>()
let last: Promise<void> = Promise.resolve()

/**
 * Many changes of one order may be decided at once, and then are previewed at once: expensive previews each take their own turn
 * of the event loop, and a repeat finds the preview of the same state done.
 */
async function previewInTurn(order: OrderRecord): Promise<Preview> {
  const isLarge = (activeChange(order)?.actions.length ?? 0) > LARGE
  if (!isLarge) return withActiveChange(order)
  last = last.then(() => nextTurn())
  await last
  const preview = done.get(order) ?? withActiveChange(order)
  done.set(order, preview)
  return preview
}

/**
 * The order as its active change would leave it, even if the change does not fit any more because a parcel was packed; without an
 * active change, the order as stored.
 */
export function withActiveChange(order: OrderRecord): Preview {
  const change = activeChange(order)
  if (change) return previewOrder(order, change, order.total, false) as unknown as Preview
  return shownOrder(withoutHistory(order))
}

/** The preview with only those relations of the change that are requested. */
const shownPreview = (preview: Preview, shown: Shown): PreviewedOrder => ({
  ...preview,
  customer: shown.customer,
  ...(preview.order_change && {
    order_change: withAskedRelations(preview.order_change, { ...shown, asked: ofChange(shown.selection) }),
  }),
})

const ofChange = (selection: Selection) => (name: string) => wants(selection, `order_change.${name}`)

/**
 * A preview with its lines and actions as JSON, which is made once for each: after every action all of them are answered again,
 * and all but one are unchanged. Only for answers that show everything.
 */
function asJson(preview: OrderPreview | PreviewedOrder): OrderPreview | PreviewedOrder {
  const { items, shipping_methods, order_change } = preview
  return {
    ...preview,
    items: items.map(textOf),
    shipping_methods: shipping_methods.map(textOf),
    ...(order_change && { order_change: { ...order_change, actions: order_change.actions.map(textOf) } }),
  }
}

const textOf = <R extends object>(record: R) => JsonText.of(record) as unknown as R
