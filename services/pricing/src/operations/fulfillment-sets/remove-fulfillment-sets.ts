import { OperationError } from '@souk/contracts'
import { changeEach, type FoundRecord, newCommand, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { FulfillmentSetRecord } from '../../domain/fulfillment-sets/fulfillment-set.ts'

interface Stores extends Pick<Deps, 'shippingOptions'> {
  fulfillmentSets: Pick<Deps['fulfillmentSets'], 'remove' | 'listZoneIds'>
}

/** Deletes a set, and then the shipping options of its zones; any repeat of the request does the rest. */
export async function removeFulfillmentSets(
  id: string,
  command: RecordCommand,
  { fulfillmentSets, shippingOptions }: Stores,
): Promise<FoundRecord<FulfillmentSetRecord> | undefined> {
  const removeRest = async (own: RecordCommand) =>
    removeOptionsOf(await fulfillmentSets.listZoneIds(id, own.deadline), own, { shippingOptions })
  const deleted = await fulfillmentSets.remove(id, command).catch(refusedAfter(removeRest, command))
  await removeRest(command)
  return deleted
}

/**
 * For the deletion of a record that may not be the seller's: if an earlier attempt was interrupted after deleting the record, the
 * record no longer counts as the seller's, but its dependent records still exist. The refusal is only thrown once these are
 * deleted as well.
 * @param removeRest deletes them, if the record was the seller's own
 */
export const refusedAfter =
  (removeRest: (command: RecordCommand) => Promise<void>, { deadline }: RecordCommand) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof OperationError && error.kind === 'forbidden') await removeRest(newCommand(deadline))
    throw error
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
