import { returnReceiptOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginReturnReceipt } from './begin-return-receipt.ts'
import { cancelReturnReceipt } from './cancel-return-receipt.ts'
import { confirmReturnReceipt } from './confirm-return-receipt.ts'
import { dismissReturnItems } from './dismiss-return-items.ts'
import { receiveReturnItems } from './receive-return-items.ts'
import { removeDismissedReturnItem } from './remove-dismissed-return-item.ts'
import { removeReceivedReturnItem } from './remove-received-return-item.ts'
import { updateDismissedReturnItem } from './update-dismissed-return-item.ts'
import { updateReceivedReturnItem } from './update-received-return-item.ts'

export const returnReceiptHandlers = implementAll(returnReceiptOperations, {
  beginReturnReceipt,
  cancelReturnReceipt,
  receiveReturnItems,
  updateReceivedReturnItem,
  removeReceivedReturnItem,
  dismissReturnItems,
  updateDismissedReturnItem,
  removeDismissedReturnItem,
  confirmReturnReceipt,
})
