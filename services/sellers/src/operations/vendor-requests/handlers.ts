import { getVendorRequest, listVendorRequests, sellerIdOf, vendorRequestOperations } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { shownRequest } from '../../answers/request.ts'
import type { Deps } from '../../deps.ts'
import { batchVendorRequests } from './batch-vendor-requests.ts'
import { createVendorRequest } from './create-vendor-request.ts'
import { updateVendorRequest } from './update-vendor-request.ts'

const requests = recordHandlers({
  keys: ['request', 'requests'],
  store: ({ requests }: Deps, { actor }) => requests.ofSeller(sellerIdOf(actor)),
  show: async (found) => found.map(shownRequest),
})

export const vendorRequestHandlers = implementAll(vendorRequestOperations, {
  listVendorRequests: requests.list(listVendorRequests),
  createVendorRequest,
  getVendorRequest: requests.get(getVendorRequest),
  updateVendorRequest,
  batchVendorRequests,
})
