import { defineOperation } from '../operation/operation.ts'
import { PREVIEWED, replacedLine, replacementParams, replacementStepParams } from './replacement-answer.ts'
import { inboundItems, outboundItemChange, outboundItems } from './replacement-bodies.ts'
import { updateReturnItem } from './return-requests.ts'

/**
 * Requests units of the order's lines back, with a return that belongs to the exchange; nothing takes effect before it is
 * confirmed.
 */
export const addExchangeInboundItems = defineOperation({
  service: 'orders',
  name: 'add-exchange-inbound-items',
  method: 'POST',
  path: '/admin/exchanges/:id/inbound/items',
  summary: 'Add inbound items to an exchange',
  params: replacementParams('exchange'),
  body: inboundItems(replacedLine('exchange')),
  ...PREVIEWED.exchange,
})

/** Changes requested units. */
export const updateExchangeInboundItem = defineOperation({
  service: 'orders',
  name: 'update-exchange-inbound-item',
  method: 'POST',
  path: '/admin/exchanges/:id/inbound/items/:action_id',
  summary: 'Update an inbound item of an exchange',
  params: replacementStepParams('exchange', 0),
  body: updateReturnItem.body,
  ...PREVIEWED.exchange,
})

/** Removes requested units; with the last ones, the shipping methods for their return are removed as well. */
export const removeExchangeInboundItem = defineOperation({
  service: 'orders',
  name: 'remove-exchange-inbound-item',
  method: 'DELETE',
  path: '/admin/exchanges/:id/inbound/items/:action_id',
  summary: 'Remove an inbound item from an exchange',
  params: replacementStepParams('exchange', 1),
  ...PREVIEWED.exchange,
})

/** Adds lines that the exchange sends, with the catalogue's current data. */
export const addExchangeOutboundItems = defineOperation({
  service: 'orders',
  name: 'add-exchange-outbound-items',
  method: 'POST',
  path: '/admin/exchanges/:id/outbound/items',
  summary: 'Add outbound items to an exchange',
  params: replacementParams('exchange'),
  body: outboundItems,
  ...PREVIEWED.exchange,
})

/** Changes a line that the exchange sends. */
export const updateExchangeOutboundItem = defineOperation({
  service: 'orders',
  name: 'update-exchange-outbound-item',
  method: 'POST',
  path: '/admin/exchanges/:id/outbound/items/:action_id',
  summary: 'Update an outbound item of an exchange',
  params: replacementStepParams('exchange', 2),
  body: outboundItemChange,
  ...PREVIEWED.exchange,
})

/** Removes a line that the exchange would send; with the last one, the shipping methods for sending are removed as well. */
export const removeExchangeOutboundItem = defineOperation({
  service: 'orders',
  name: 'remove-exchange-outbound-item',
  method: 'DELETE',
  path: '/admin/exchanges/:id/outbound/items/:action_id',
  summary: 'Remove an outbound item from an exchange',
  params: replacementStepParams('exchange', 3),
  ...PREVIEWED.exchange,
})

export const exchangeItemOperations = {
  addExchangeInboundItems,
  updateExchangeInboundItem,
  removeExchangeInboundItem,
  addExchangeOutboundItems,
  updateExchangeOutboundItem,
  removeExchangeOutboundItem,
}
