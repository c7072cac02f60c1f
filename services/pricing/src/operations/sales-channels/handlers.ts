import { salesChannelLookupOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findSalesChannels } from './find-sales-channels.ts'

export const salesChannelLookupHandlers = implementAll(salesChannelLookupOperations, { findSalesChannels })
