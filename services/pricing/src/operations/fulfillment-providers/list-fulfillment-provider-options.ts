import {
  listFulfillmentProviderOptions as contract,
  notFound,
  listVendorFulfillmentProviderOptions as vendorContract,
} from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** All providers are manual: each ships goods, and takes returns. */
const BY_HAND = [{ id: 'manual-fulfillment' }, { id: 'manual-fulfillment-return', is_return: true }]

export const listFulfillmentProviderOptions = implement(contract, (request, deps: Deps) => list(request, deps))
export const listVendorFulfillmentProviderOptions = implement(vendorContract, (request, deps: Deps) => list(request, deps))

async function list({ params, deadline }: Pick<RequestOf<typeof contract>, 'params' | 'deadline'>, deps: Deps) {
  const providers = await deps.fulfillmentProviders.list(deadline)
  if (!providers.some(({ id }) => id === params.id)) {
    throw notFound(`Fulfillment provider with id: ${params.id} was not found`)
  }
  return { fulfillment_options: BY_HAND, count: BY_HAND.length, offset: 0, limit: BY_HAND.length }
}
