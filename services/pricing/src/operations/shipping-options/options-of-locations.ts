import type { Deps } from '../../deps.ts'

/** The ids of the options in any zone of these locations. */
export async function optionsOfLocations(
  ids: readonly string[],
  { fulfillmentSets, shippingOptions }: Pick<Deps, 'fulfillmentSets' | 'shippingOptions'>,
  deadline: number,
): Promise<string[]> {
  const sets = await fulfillmentSets.list({ location_id: { $in: [...ids] } }, deadline)
  const zones = sets.flatMap(({ service_zones }) => service_zones.map(({ id }) => id))
  const options = await shippingOptions.list({ service_zone_id: { $in: zones } }, deadline)
  return options.map(({ id }) => id)
}
