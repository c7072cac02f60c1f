import { orderTransferOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { acceptOrderTransfer } from './accept-order-transfer.ts'
import { cancelOrderTransfer } from './cancel-order-transfer.ts'
import { cancelStoreOrderTransfer } from './cancel-store-order-transfer.ts'
import { declineOrderTransfer } from './decline-order-transfer.ts'
import { requestOrderTransfer } from './request-order-transfer.ts'
import { requestStoreOrderTransfer } from './request-store-order-transfer.ts'
import { transferOrderToGuest } from './transfer-order-to-guest.ts'

export const orderTransferHandlers = implementAll(orderTransferOperations, {
  requestOrderTransfer,
  transferOrderToGuest,
  cancelOrderTransfer,
  requestStoreOrderTransfer,
  cancelStoreOrderTransfer,
  acceptOrderTransfer,
  declineOrderTransfer,
})
