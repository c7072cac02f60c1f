import * as contracts from '@souk/contracts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import type { OrderRecord } from '../src/domain/orders/stored-order.ts'
import { aBegunOrder } from './returned.ts'
import type { OrdersUnderTest } from './service.ts'

/** The operations of each kind, by what they do. */
export const REPLACING = {
  claim: {
    get: contracts.getClaim,
    confirm: contracts.confirmClaimRequest,
    cancelRequest: contracts.cancelClaimRequest,
    addInbound: contracts.addClaimInboundItems,
    updateInbound: contracts.updateClaimInboundItem,
    removeInbound: contracts.removeClaimInboundItem,
    addOutbound: contracts.addClaimOutboundItems,
    updateOutbound: contracts.updateClaimOutboundItem,
    removeOutbound: contracts.removeClaimOutboundItem,
    addInboundMethod: contracts.addClaimInboundShippingMethod,
    updateInboundMethod: contracts.updateClaimInboundShippingMethod,
    removeInboundMethod: contracts.removeClaimInboundShippingMethod,
    addOutboundMethod: contracts.addClaimOutboundShippingMethod,
    updateOutboundMethod: contracts.updateClaimOutboundShippingMethod,
    removeOutboundMethod: contracts.removeClaimOutboundShippingMethod,
  },
  exchange: {
    get: contracts.getExchange,
    confirm: contracts.confirmExchangeRequest,
    cancelRequest: contracts.cancelExchangeRequest,
    addInbound: contracts.addExchangeInboundItems,
    updateInbound: contracts.updateExchangeInboundItem,
    removeInbound: contracts.removeExchangeInboundItem,
    addOutbound: contracts.addExchangeOutboundItems,
    updateOutbound: contracts.updateExchangeOutboundItem,
    removeOutbound: contracts.removeExchangeOutboundItem,
    addInboundMethod: contracts.addExchangeInboundShippingMethod,
    updateInboundMethod: contracts.updateExchangeInboundShippingMethod,
    removeInboundMethod: contracts.removeExchangeInboundShippingMethod,
    addOutboundMethod: contracts.addExchangeOutboundShippingMethod,
    updateOutboundMethod: contracts.updateExchangeOutboundShippingMethod,
    removeOutboundMethod: contracts.removeExchangeOutboundShippingMethod,
  },
} as const

export type ReplacementKind = keyof typeof REPLACING
export type Step = keyof (typeof REPLACING)['claim']

/** An order of which everything has arrived, and on which one of these is begun. */
export async function replacing(
  { db, admin }: Pick<OrdersUnderTest, 'db' | 'admin'>,
  kind: ReplacementKind,
  overrides: Partial<OrderRecord> = {},
) {
  const order = { ...aBegunOrder(kind), ...overrides }
  await insertMissing(db, { orders: [order] })
  const id = kind === 'claim' ? order.claims[0]!.id : order.exchanges[0]!.id
  /** Sends the operation. @param action_id of the step, where it is about one */
  const send = (
    step: Step,
    body?: object,
    { action_id = '', ...options }: { action_id?: string } & Record<string, unknown> = {},
  ) =>
    admin(REPLACING[kind][step] as typeof contracts.updateClaimItem, {
      params: { id, action_id: action_id as string },
      ...(body && { body: body as never }),
      ...options,
    })
  const line = order.items[0]!.id
  return {
    id,
    order,
    order_id: order.id,
    line,
    send,
    /** Asks so many units of the line back. */
    inbound: (quantity = 1, item: object = {}) => send('addInbound', { items: [{ id: line, quantity, ...item }] }),
    outbound: (item: object = {}) => send('addOutbound', { items: [{ variant_id: ids.second_variant, quantity: 1, ...item }] }),
    ship: (direction: 'Inbound' | 'Outbound', body: object = {}) =>
      send(`add${direction}Method`, { shipping_option_id: ids.shipping_option, ...body }),
  }
}

/** The last step of the change in an answer. */
export const lastStep = ({ body }: { body: { order_preview?: { order_change: { actions: readonly { id: string }[] } } } }) =>
  body.order_preview!.order_change.actions.at(-1)!.id
