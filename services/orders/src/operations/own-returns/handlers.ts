import { ownReturnOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOwnReturn } from './get-own-return.ts'
import { listOwnReturns } from './list-own-returns.ts'

export const ownReturnHandlers = implementAll(ownReturnOperations, { listOwnReturns, getOwnReturn })
