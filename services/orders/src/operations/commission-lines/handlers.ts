import { commissionLineOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listCommissionLines } from './list-commission-lines.ts'
import { listVendorCommissionLines } from './list-vendor-commission-lines.ts'

export const commissionLineHandlers = implementAll(commissionLineOperations, { listCommissionLines, listVendorCommissionLines })
