import { exchangeItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addExchangeInboundItems } from './add-exchange-inbound-items.ts'
import { addExchangeOutboundItems } from './add-exchange-outbound-items.ts'
import { removeExchangeInboundItem } from './remove-exchange-inbound-item.ts'
import { removeExchangeOutboundItem } from './remove-exchange-outbound-item.ts'
import { updateExchangeInboundItem } from './update-exchange-inbound-item.ts'
import { updateExchangeOutboundItem } from './update-exchange-outbound-item.ts'

export const exchangeItemHandlers = implementAll(exchangeItemOperations, {
  addExchangeInboundItems,
  updateExchangeInboundItem,
  removeExchangeInboundItem,
  addExchangeOutboundItems,
  updateExchangeOutboundItem,
  removeExchangeOutboundItem,
})
