import { createSalesChannel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { salesChannelAnswer } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'

export const createSalesChannel = implement(contract, async (request, deps: Deps) => {
  const { name, description = null, is_disabled = false, metadata = null } = request.body
  const created = await deps.salesChannels.create({ name, description, is_disabled, metadata }, request)
  return salesChannelAnswer(created, request, deps)
})
