import { orderReturnOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelReturn } from './cancel-return.ts'
import { cancelReturnRequest } from './cancel-return-request.ts'
import { getReturn } from './get-return.ts'

export const orderReturnHandlers = implementAll(orderReturnOperations, { getReturn, cancelReturn, cancelReturnRequest })
