import { findGroupsForRules, GROUPS_AT_ONCE, inParts } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Customer groups, which belong to `orders`. */
export const createCustomerGroups = (bus: Pick<Bus, 'call'>) => ({
  /** Whether a seller's rules may name all of these groups. @param ids without duplicates @throws unavailable */
  async areNameable(seller_id: string, ids: readonly string[], passOn: () => Envelope): Promise<boolean> {
    const found = await Promise.all(
      inParts(ids, GROUPS_AT_ONCE).map((part) => bus.call(findGroupsForRules, { body: { ids: part, seller_id } }, passOn())),
    )
    return found.flatMap((one) => one.ids).length === ids.length
  },
})

export type CustomerGroups = ReturnType<typeof createCustomerGroups>
