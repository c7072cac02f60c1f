import { declineOrderTransfer as contract, orderTransferDeclined } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { declineTransfer } from '../../domain/orders/order-transfer.ts'
import { answerTransfer } from '../answer-transfer.ts'

export const declineOrderTransfer = implement(contract, (request, deps: Deps) =>
  answerTransfer(request, deps, { change: declineTransfer, event: orderTransferDeclined }),
)
