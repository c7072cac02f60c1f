import { returnListOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listClaims } from './list-claims.ts'
import { listExchanges } from './list-exchanges.ts'
import { listReturns } from './list-returns.ts'

export const returnListHandlers = implementAll(returnListOperations, { listReturns, listExchanges, listClaims })
