import { type Return, type Selection, wants } from '@souk/contracts'
import { fulfillmentsIf } from './return.ts'

/** The order with its returns as answers show them, if it was read with them, and they are requested. */
export function withReturns<O extends object>(order: O & { returns?: readonly Return[] | undefined }, selection: Selection): O {
  const { returns } = order
  if (!returns || !wants(selection, 'returns')) return order
  const withFulfillments = wants(selection, 'returns.fulfillments')
  return { ...order, returns: returns.map((one) => fulfillmentsIf(withFulfillments, one)) }
}
