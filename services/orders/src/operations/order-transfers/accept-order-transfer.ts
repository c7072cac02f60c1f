import { acceptOrderTransfer as contract, orderTransferred } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { acceptTransfer } from '../../domain/orders/order-transfer.ts'
import { answerTransfer } from '../answer-transfer.ts'

export const acceptOrderTransfer = implement(contract, (request, deps: Deps) =>
  answerTransfer(request, deps, { change: acceptTransfer, event: orderTransferred }),
)
