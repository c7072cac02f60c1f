import { notFound, OperationError, quote, quotedRegion, type Region, regionCopyOf } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

const NOTHING = {
  items: [],
  shipping_option_ids: [],
  customer: null,
  sales_channel_id: null,
  tax_address: { country_code: null, province: null },
}

/** @throws not_found */
export async function getRegion(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<Region> {
  const body = { ...NOTHING, region_id: id, currency_code: null }
  try {
    return quotedRegion(await bus.call(quote, { body }, passOn()))
  } catch (error) {
    throw error instanceof OperationError && error.kind === 'not_found' ? notFound(`Region id not found: ${id}`) : error
  }
}

/** The region as it is now, or this copy of it if it is deleted. */
export async function presentRegion(copy: Region, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<Region> {
  const body = { ...NOTHING, region_id: copy.id, ...regionCopyOf(copy), currency_code: copy.currency_code }
  return (await bus.call(quote, { body }, passOn())).region ?? copy
}
