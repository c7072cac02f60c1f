import { vendorReturnOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { beginVendorReturnReceipt } from './begin-vendor-return-receipt.ts'
import { cancelVendorReturnReceipt } from './cancel-vendor-return-receipt.ts'
import { confirmVendorReturnReceipt } from './confirm-vendor-return-receipt.ts'
import { dismissVendorReturnItems } from './dismiss-vendor-return-items.ts'
import { getVendorReturn } from './get-vendor-return.ts'
import { listVendorReturns } from './list-vendor-returns.ts'
import { receiveVendorReturnItems } from './receive-vendor-return-items.ts'
import { removeVendorDismissedReturnItem } from './remove-vendor-dismissed-return-item.ts'
import { removeVendorReceivedReturnItem } from './remove-vendor-received-return-item.ts'
import { updateVendorDismissedReturnItem } from './update-vendor-dismissed-return-item.ts'
import { updateVendorReceivedReturnItem } from './update-vendor-received-return-item.ts'

export const vendorReturnHandlers = implementAll(vendorReturnOperations, {
  listVendorReturns,
  getVendorReturn,
  beginVendorReturnReceipt,
  cancelVendorReturnReceipt,
  receiveVendorReturnItems,
  updateVendorReceivedReturnItem,
  removeVendorReceivedReturnItem,
  dismissVendorReturnItems,
  updateVendorDismissedReturnItem,
  removeVendorDismissedReturnItem,
  confirmVendorReturnReceipt,
})
