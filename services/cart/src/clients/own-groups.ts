import { findGroupsForRules, GROUPS_AT_ONCE, inParts, invalidData } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/**
 * Asserts that all of these customer groups belong to this seller or to the marketplace.
 * @param ids without duplicates
 * @throws invalid_data if one belongs to another seller or does not exist; unavailable
 */
export async function assertOwnGroups(
  ids: readonly string[],
  seller_id: string,
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<void> {
  const found = await Promise.all(
    inParts(ids, GROUPS_AT_ONCE).map((part) => bus.call(findGroupsForRules, { body: { ids: part, seller_id } }, passOn())),
  )
  if (found.flatMap((one) => one.ids).length < ids.length)
    throw invalidData('Vendor Promotion can be limited only to seller own customer groups!')
}
