import { listStorePaymentProviders as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listStorePaymentProviders = implement(contract, async ({ query }, { regions }: Deps) => {
  const [asked = null] = query.filter.flatMap((term) => ('any' in term || term.operator !== 'in' ? [] : (term.value as string[])))
  const living = await regions.listWith(asked)
  const offered = living.flatMap(({ record }) => record.payment_providers.map((one) => ({ ...one, region_id: record.id })))
  const { records } = pageOf(offered, { ...query, offset: 0, limit: offered.length })
  const providers = [...new Map(records.map(({ region_id: _region, ...one }) => [one.id, one])).values()]
  const { offset, limit } = query
  return { payment_providers: providers.slice(offset, offset + limit), count: providers.length, offset, limit }
})
