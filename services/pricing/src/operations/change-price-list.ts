import type { Actor, PriceListChangeInput } from '@souk/contracts'
import { deletionAnswer, patch, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { listDate, listRulePairs, type PriceListRecord, withFittingDates } from '../domain/price-lists/price-list.ts'
import { nameGroups } from '../domain/prices/pricing-context.ts'
import type { FoundList } from '../stores/price-lists.ts'
import { assertOwnGroups } from './own-groups.ts'
import { getVisibleList, listOwner, missingPriceList } from './price-list-access.ts'

type Removal = Pick<RequestContext, 'actor' | 'command'> & { params: { id: string } }
type Request = Removal & Pick<RequestContext, 'deadline' | 'passOn'>

/** Changes a list that the caller may see. @throws the refusal of `missingPriceList`; invalid_data; revision_mismatch */
export async function changePriceList(request: Request & { body: PriceListChangeInput }, deps: Deps): Promise<FoundList> {
  const { params, body, actor, command } = request
  const { rules, starts_at, ends_at, ...fields } = body
  const pairs = rules && listRulePairs(rules)
  if (nameGroups(pairs)) {
    const { list } = await getVisibleList(params.id, request, deps)
    await assertOwnGroups(pairs ?? [], request, deps, list.rules)
  }
  const change = patch<PriceListRecord>({
    ...fields,
    starts_at: listDate('starts_at', starts_at),
    ends_at: listDate('ends_at', ends_at),
    rules: pairs,
  })
  return deps.priceLists.update(params.id, accessOf(params.id, actor), {
    ...command,
    next: (list) => withFittingDates(change(list)),
  })
}

/**
 * Deletes a list that the caller may see; its prices are removed after the answer.
 * @throws the refusal of `missingPriceList`; revision_mismatch
 */
export async function removePriceList({ params: { id }, actor, command }: Removal, { priceLists }: Deps) {
  const { revision } = await priceLists.remove(id, accessOf(id, actor), command)
  return deletionAnswer('price_list', id, { revision })
}

const accessOf = (id: string, actor: Actor) => ({ owner: listOwner(actor), missing: () => missingPriceList(id, actor) })
