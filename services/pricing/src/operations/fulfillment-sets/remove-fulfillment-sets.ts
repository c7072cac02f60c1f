import { changeEach, type FoundRecord, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { FulfillmentSetRecord } from '../../domain/fulfillment-sets/fulfillment-set.ts'

interface Stores extends Pick<Deps, 'shippingOptions'> {
  fulfillmentSets: Pick<Deps['fulfillmentSets'], 'find' | 'remove'>
}

/** Deletes a set, and then the shipping options of its zones: a repeat of the same request does the rest. */
export async function removeFulfillmentSets(
  id: string,
  command: RecordCommand,
  { fulfillmentSets, shippingOptions }: Stores,
): Promise<FoundRecord<FulfillmentSetRecord> | undefined> {
  const present = await fulfillmentSets.find(id, command.deadline)
  const deleted = await fulfillmentSets.remove(id, command)
  const zones = (present ?? deleted)?.record.service_zones.map((zone) => zone.id) ?? []
  await removeOptionsOf(zones, command, { shippingOptions })
  return deleted
}

/** Deletes the shipping options of service zones. */
export async function removeOptionsOf(
  zoneIds: readonly string[],
  command: RecordCommand,
  { shippingOptions }: Pick<Stores, 'shippingOptions'>,
): Promise<void> {
  if (zoneIds.length === 0) return
  const options = await shippingOptions.list({ service_zone_id: { $in: [...zoneIds] } }, command.deadline)
  await changeEach(
    options.map(({ id }) => id),
    command,
    (id, own) => shippingOptions.remove(id, own),
  )
}
