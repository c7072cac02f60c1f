import { listFulfillmentProviderOptions as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Providers are charged by hand: each sends goods, and takes them back. */
const BY_HAND = [{ id: 'manual-fulfillment' }, { id: 'manual-fulfillment-return', is_return: true }]

export const listFulfillmentProviderOptions = implement(
  contract,
  async ({ params, deadline }, { fulfillmentProviders }: Deps) => {
    const providers = await fulfillmentProviders.list(deadline)
    if (!providers.some(({ id }) => id === params.id)) {
      throw notFound(`Fulfillment provider with id: ${params.id} was not found`)
    }
    return { fulfillment_options: BY_HAND, count: BY_HAND.length, offset: 0, limit: BY_HAND.length }
  },
)
