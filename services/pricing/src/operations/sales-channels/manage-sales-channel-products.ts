import { manageSalesChannelProducts as contract, notFound } from '@souk/contracts'
import { changeEach, implement } from '@souk/runtime'
import { salesChannelAnswer } from '../../answers/sales-channel.ts'
import type { Deps } from '../../deps.ts'
import { linked } from '../../domain/stock-locations/stock-location.ts'

/**
 * Each product is an aggregate of its own: a failure may leave some unchanged, and a repeat of the same request does the rest.
 */
export const manageSalesChannelProducts = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { add = [], remove = [] } = body
  const channel = await deps.salesChannels.get(params.id, deadline)
  const found = await deps.products.list({ _id: { $in: [...new Set([...add, ...remove])] } }, deadline)
  const living = found.map(({ id }) => id)
  const missing = add.filter((id) => !living.includes(id))
  if (missing.length > 0) throw notFound(`Products with ids: ${missing.join(', ')} was not found`)

  const change = (isAdded: boolean) => (isAdded ? { add: [params.id] } : { remove: [params.id] })
  await changeEach(living, command, (id, own) =>
    deps.products.update(id, own, (product) => {
      const sales_channel_ids = linked(product.sales_channel_ids, change(add.includes(id)))
      return sales_channel_ids === product.sales_channel_ids ? product : { ...product, sales_channel_ids }
    }),
  )
  return salesChannelAnswer(channel, request, deps)
})
