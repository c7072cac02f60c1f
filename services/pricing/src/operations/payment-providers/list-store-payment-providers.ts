import { listStorePaymentProviders as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listStorePaymentProviders = implement(contract, async ({ query }, { regions }: Deps) => {
  const { region_id } = query.context as { region_id: string }
  const region = (await regions.listWith(region_id)).find(({ record }) => record.id === region_id)
  const { records: payment_providers, ...page } = pageOf(region?.record.payment_providers ?? [], query)
  return { payment_providers, ...page }
})
