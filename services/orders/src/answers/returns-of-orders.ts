import { type Order, type Return, type Selection, wants } from '@souk/contracts'
import { fulfillmentsIf } from './return.ts'

/** The order of a list with its returns as answers show them, if they are requested. */
export function withReturns(order: Order, selection: Selection): Order {
  const { returns } = order as Partial<{ returns: Return[] }>
  if (!returns || !wants(selection, 'returns')) return order
  const withFulfillments = wants(selection, 'returns.fulfillments')
  return Object.assign({ ...order }, { returns: returns.map((one) => fulfillmentsIf(withFulfillments, one)) })
}
