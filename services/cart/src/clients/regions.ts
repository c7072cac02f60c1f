import { notFound, OperationError, quote, type Region } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** @throws not_found */
export async function getRegion(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<Region> {
  const nothing = { items: [], shipping_option_ids: [], customer: null, tax_address: { country_code: null, province: null } }
  const body = { ...nothing, region_id: id, currency_code: null, sales_channel_id: null }
  try {
    return (await bus.call(quote, { body }, passOn())).region
  } catch (error) {
    throw error instanceof OperationError && error.kind === 'not_found' ? notFound(`Region id not found: ${id}`) : error
  }
}
