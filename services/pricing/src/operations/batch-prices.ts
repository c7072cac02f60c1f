import type { OperationError, PriceChangeInput, PriceInput } from '@souk/contracts'
import { changeEach, doneInPart, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { newPricesOfList } from '../domain/price-lists/new-price-list.ts'
import type { PriceListRecord } from '../domain/price-lists/price-list.ts'
import type { PriceRecord } from '../domain/prices/price.ts'
import { changedListPrice, changedPrices, planPriceBatch } from '../domain/prices/price-batch.ts'
import { ownPriceSets, priceSetsOf } from '../domain/products/variant-ownership.ts'
import { assertOwnGroups } from './own-groups.ts'
import { changeAll } from './product-batches/change-all.ts'

interface Batch {
  create: readonly PriceInput[]
  update: readonly PriceChangeInput[]
  /** Ids of prices that the list has or had. */
  remove: readonly string[]
  /** The refusal if prices to change are not in the list; Medusa's if absent. */
  unlisted?: (ids: readonly string[]) => OperationError
}

/**
 * Adds, changes and removes prices of a list. Any mistake refuses all of it before anything is written. Each price is an
 * aggregate of its own: a server failure may leave some unwritten, and a repeat of the same request does the rest. If others
 * change the prices at the same time, only some may be done: nothing follows a step that is refused, and the refusal names the
 * changes that were refused.
 * @throws invalid_data, also for customer groups that the caller may not name; conflict if others remove one of the prices
 * meanwhile, or create one that it would become
 */
export async function batchPrices(
  list: PriceListRecord,
  { create, update, remove, unlisted }: Batch,
  request: Pick<RequestContext, 'actor' | 'command' | 'newIds' | 'deadline' | 'passOn'>,
  deps: Deps,
): Promise<{ created: PriceRecord[]; updated: PriceRecord[] }> {
  const { actor, command, newIds, deadline } = request
  const { prices, products } = deps
  const variantIds = [...create, ...update].map(({ variant_id }) => variant_id)
  const updateIds = update.map(({ id }) => id)
  const [owners, named] = await Promise.all([
    products.findOwners(variantIds, deadline),
    prices.findNamed(list.id, updateIds, deadline),
  ])
  const priceSets = actor.type === 'member' ? ownPriceSets(variantIds, owners, actor.seller_id) : priceSetsOf(variantIds, owners)
  const changed = changedPrices(update, named, priceSets, unlisted)
  const made = newPricesOfList({ list, inputs: create, priceSets, newId: newIds(), now: new Date().toISOString() })
  const keys = [...made, ...changed].map(({ key }) => key)
  const holders = await prices.listHolders(list.id, keys, deadline)
  const { removals, turns, puts } = planPriceBatch({ made, changed, removed: remove, holders })
  const rulesOf = (some: Iterable<PriceRecord>) => [...some].flatMap(({ rules }) => rules)
  await assertOwnGroups(rulesOf([...made, ...changed]), request, deps, rulesOf([...named.values(), ...holders]))

  const updates = new Map(update.map((one) => [one.id, one]))
  const changedBy = (id: string) => (present: PriceRecord) => changedListPrice(present, updates.get(id)!, priceSets)
  const put = new Map(puts.map((one) => [one.price.id, one]))
  const after = new Map<string, PriceRecord>()
  const apart = new Set([...removals, ...updateIds])
  return doneInPart(command, async (all) => {
    await changeEach(removals, all, (id, own) => prices.remove(id, { within: list.id }, own))
    for (const ids of turns) {
      const path = (at: number) => ['update', updateIds.indexOf(ids[at]!)]
      await changeAll(ids, { command: all, path }, async (id, own) => {
        after.set(id, await prices.change(id, { within: list.id, changed: changedBy(id) }, own))
      })
    }
    await changeEach([...put.keys()], all, async (id, own) => {
      after.set(id, await prices.put(put.get(id)!.price, put.get(id)!.known, own, apart))
    })
    return { created: made.map(({ id }) => after.get(id)!), updated: updateIds.map((id) => after.get(id)!) }
  })
}
