import { deleteSalesChannel as contract, invalidData } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Records that name the channel keep its id; it is shown nowhere any more, and storefronts see nothing of it. */
export const deleteSalesChannel = implement(contract, async ({ params, command, deadline }, { salesChannels, stores }: Deps) => {
  const [store] = await stores.list({ default_sales_channel_id: params.id }, deadline)
  if (store) throw invalidData(`Cannot delete default sales channels: ${params.id}`)

  const deleted = await salesChannels.remove(params.id, command)
  return deletionAnswer('sales-channel', params.id, deleted)
})
