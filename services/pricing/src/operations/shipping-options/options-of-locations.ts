import type { Deps } from '../../deps.ts'
import type { ShippingOptionRecord } from '../../domain/shipping-options/shipping-option-record.ts'

/** The options in any zone of these locations. */
export async function optionsOfLocations(
  ids: readonly string[],
  { fulfillmentSets, shippingOptions }: Pick<Deps, 'fulfillmentSets' | 'shippingOptions'>,
  deadline: number,
): Promise<ShippingOptionRecord[]> {
  const sets = await fulfillmentSets.list({ location_id: { $in: [...ids] } }, deadline)
  const zones = sets.flatMap(({ service_zones }) => service_zones.map(({ id }) => id))
  return shippingOptions.list({ service_zone_id: { $in: zones } }, deadline)
}

/** Their ids. */
export async function optionIdsOfLocations(...[ids, stores, deadline]: Parameters<typeof optionsOfLocations>): Promise<string[]> {
  return (await optionsOfLocations(ids, stores, deadline)).map(({ id }) => id)
}
