import { orderExchangeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelExchange } from './cancel-exchange.ts'
import { cancelExchangeRequest } from './cancel-exchange-request.ts'
import { getExchange } from './get-exchange.ts'

export const orderExchangeHandlers = implementAll(orderExchangeOperations, { getExchange, cancelExchange, cancelExchangeRequest })
