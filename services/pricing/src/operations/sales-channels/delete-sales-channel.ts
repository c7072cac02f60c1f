import { deleteSalesChannel as contract, invalidData } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Records keep the id of the deleted channel, but it is no longer shown anywhere, and storefronts see nothing through it. */
export const deleteSalesChannel = implement(contract, async ({ params, command, deadline }, { salesChannels, stores }: Deps) => {
  const [store] = await stores.list({ default_sales_channel_id: params.id }, deadline)
  if (store) throw invalidData(`Cannot delete default sales channels: ${params.id}`)

  const deleted = await salesChannels.remove(params.id, command)
  return deletionAnswer('sales-channel', params.id, deleted)
})
