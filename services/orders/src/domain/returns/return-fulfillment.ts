import {
  type DecisionContext,
  type Fulfillment,
  type findShippingPlace,
  notAllowed,
  type ResponseOf,
  type Return,
} from '@souk/contracts'
import { EMPTY_ADDRESS } from '../customers/empty-address.ts'
import { activeChange } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import type { OrderRecord } from '../orders/stored-order.ts'

/** The provider and the location of a shipping option for returns; null if the option no longer exists. */
type ShippingPlace = ResponseOf<typeof findShippingPlace>['place']

export interface WayBack {
  shipping_option_id: string
  place: ShippingPlace
  /** Replaces the option's location, if given; the address stays the option's. */
  location_id?: string | null | undefined
}

/** The fulfillments of a return. Returns that are older than this field have none. */
export const fulfillmentsOf = ({ fulfillments }: Pick<Return, 'fulfillments'>) => (fulfillments ?? []) as readonly Fulfillment[]

/** The shipping option of the active change's return: that of its first method; undefined if it has none. */
export function optionOfReturn(order: Order, return_id: string | null): string | undefined {
  const added = activeChange(order)?.actions.find((one) => one.action === 'SHIPPING_ADD' && one.return_id === return_id)
  return (return_id !== null && added?.created?.shipping_method?.shipping_option_id) || undefined
}

/**
 * The order with a fulfillment for the items of its return, none of which is packed yet; unchanged if the option no longer
 * exists.
 */
export function withReturnFulfillment(
  order: OrderRecord,
  return_id: string,
  { shipping_option_id, place, location_id }: WayBack,
  { newId, now }: DecisionContext,
): OrderRecord {
  const returned = order.returns.find(({ id }) => id === return_id)
  if (!place || !returned) return order
  const id = newId('ful')
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const { provider_id, location } = place
  const lines = new Map(order.items.map((line) => [line.id, line]))
  const fulfillment: Fulfillment = {
    id,
    location_id: location_id || (location?.id ?? null),
    provider_id,
    shipping_option_id,
    data: {},
    requires_shipping: true,
    packed_at: null,
    shipped_at: null,
    delivered_at: null,
    canceled_at: null,
    created_by: null,
    marked_shipped_by: null,
    delivery_address: location?.address
      ? { ...EMPTY_ADDRESS, ...location.address, id: newId('fuladdr'), customer_id: null, ...dates }
      : null,
    items: returned.items.map(({ item_id, quantity }) => {
      const line = lines.get(item_id)
      return {
        id: newId('fulit'),
        title: line?.variant_title ?? line?.title ?? '',
        sku: line?.variant_sku ?? '',
        barcode: line?.variant_barcode ?? '',
        quantity,
        line_item_id: item_id,
        inventory_item_id: null,
        fulfillment_id: id,
        ...dates,
      }
    }),
    labels: [],
    metadata: null,
    ...dates,
  }
  return withReturn(order, { ...returned, fulfillments: [...fulfillmentsOf(returned), fulfillment] })
}

/**
 * The order with a return's fulfillment canceled, so that the return may be canceled. Returns the same order if it already was.
 */
export function cancelReturnFulfillment(order: OrderRecord, id: string, { now }: Pick<DecisionContext, 'now'>): OrderRecord {
  const returned = order.returns.find((one) => fulfillmentsOf(one).some((own) => own.id === id))
  if (!returned || fulfillmentsOf(returned).some((one) => one.id === id && one.canceled_at)) return order
  const gone = { canceled_at: now, updated_at: now }
  const fulfillments = fulfillmentsOf(returned).map((one) => (one.id === id ? { ...one, ...gone } : one))
  return { ...withReturn(order, { ...returned, fulfillments, updated_at: now }), updated_at: now }
}

const CANCELING = { return: 'a return', claim: 'a claim', exchange: 'am exchange' } as const // spelled as in Medusa

/** @throws not_allowed while goods of the return may be on their way back */
export function assertNoneOnItsWay(returned: Return, canceling: keyof typeof CANCELING): void {
  if (fulfillmentsOf(returned).some(({ canceled_at }) => canceled_at === null))
    throw notAllowed(`All fulfillments must be canceled before canceling ${CANCELING[canceling]}`)
}

const withReturn = (order: OrderRecord, returned: Return): OrderRecord => ({
  ...order,
  returns: order.returns.map((one) => (one.id === returned.id ? returned : one)),
})
