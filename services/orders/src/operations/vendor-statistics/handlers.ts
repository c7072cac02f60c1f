import { vendorStatisticsOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorStatistics } from './get-vendor-statistics.ts'

export const vendorStatisticsHandlers = implementAll(vendorStatisticsOperations, { getVendorStatistics })
