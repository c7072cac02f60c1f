import { getSalesChannel as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { salesChannelAnswer } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'

export const getSalesChannel = implement(contract, async (request, deps: Deps) =>
  salesChannelAnswer(await deps.salesChannels.get(request.params.id, request.deadline), request, deps),
)
