import { vendorOrderReturnRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorOrderReturnRequest } from './get-vendor-order-return-request.ts'
import { listVendorOrderReturnRequests } from './list-vendor-order-return-requests.ts'
import { reviewVendorOrderReturnRequest } from './review-vendor-order-return-request.ts'

export const vendorOrderReturnRequestHandlers = implementAll(vendorOrderReturnRequestOperations, {
  listVendorOrderReturnRequests,
  getVendorOrderReturnRequest,
  reviewVendorOrderReturnRequest,
})
