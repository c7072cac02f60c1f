import { exchangeRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginExchange } from './begin-exchange.ts'
import { confirmExchangeRequest } from './confirm-exchange-request.ts'

export const exchangeRequestHandlers = implementAll(exchangeRequestOperations, { beginExchange, confirmExchangeRequest })
