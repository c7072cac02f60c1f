import { updateSalesChannel as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { salesChannelAnswer } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'

export const updateSalesChannel = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  return salesChannelAnswer(await deps.salesChannels.update(params.id, command, patch(body)), request, deps)
})
