import type { Actor, PriceListChangeInput } from '@souk/contracts'
import { Answer, patch, type RecordCommand } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { listDate, listRulePairs, type PriceListRecord, withFittingDates } from '../domain/price-lists/price-list.ts'
import type { FoundList } from '../stores/price-lists.ts'
import { listOwner, missingPriceList } from './price-list-access.ts'

interface Request {
  params: { id: string }
  actor: Actor
  command: RecordCommand
}

/** Changes a list that the caller may see. @throws the refusal of `missingPriceList`; invalid_data; revision_mismatch */
export async function changePriceList(
  { params: { id }, body, actor, command }: Request & { body: PriceListChangeInput },
  { priceLists }: Deps,
): Promise<FoundList> {
  const { rules, starts_at, ends_at, ...fields } = body
  const change = patch<PriceListRecord>({
    ...fields,
    starts_at: listDate('starts_at', starts_at),
    ends_at: listDate('ends_at', ends_at),
    rules: rules && listRulePairs(rules),
  })
  return priceLists.update(id, accessOf(id, actor), { ...command, next: (list) => withFittingDates(change(list)) })
}

/**
 * Deletes a list that the caller may see; its prices are removed after the answer.
 * @throws the refusal of `missingPriceList`; revision_mismatch
 */
export async function removePriceList({ params: { id }, actor, command }: Request, { priceLists }: Deps) {
  const { revision } = await priceLists.remove(id, accessOf(id, actor), command)
  return new Answer({ id, object: 'price_list' as const, deleted: true as const }, { revision })
}

const accessOf = (id: string, actor: Actor) => ({ owner: listOwner(actor), missing: () => missingPriceList(id, actor) })
