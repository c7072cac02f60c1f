import { findGroupsForRules, inParts, invalidData } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Groups that are asked for in one request. */
const AT_ONCE = 1000

/**
 * That all of these customer groups are of this seller, or of the marketplace.
 * @param ids without repeats
 * @throws invalid_data for others, and those that are not there; unavailable
 */
export async function assertOwnGroups(
  ids: readonly string[],
  seller_id: string,
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<void> {
  const found = await Promise.all(
    inParts(ids, AT_ONCE).map((part) => bus.call(findGroupsForRules, { body: { ids: part, seller_id } }, passOn())),
  )
  if (found.flatMap((one) => one.ids).length < ids.length)
    throw invalidData('Vendor Promotion can be limited only to seller own customer groups!')
}
