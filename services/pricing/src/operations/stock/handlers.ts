import { stockOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { claimStock } from './claim-stock.ts'
import { settleStock } from './settle-stock.ts'

export const stockHandlers = implementAll(stockOperations, { claimStock, settleStock })
