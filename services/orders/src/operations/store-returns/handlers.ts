import { storeReturnOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createReturn } from './create-return.ts'

export const storeReturnHandlers = implementAll(storeReturnOperations, { createReturn })
