import { claimStock as contract } from '@souk/contracts'
import { implement, isRefusal } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { InventoryItemRecord } from '../../domain/inventory/inventory-item.ts'
import { lowered, raised, settled } from '../../domain/inventory/line-stock.ts'
import { moved } from '../../domain/inventory/moved-stock.ts'
import { assertKept } from '../../domain/inventory/stock.ts'
import { servedChannel } from '../channel-locations.ts'
import { assertChangeable, assertHoldable, changeAll, type HoldOfLine, type HoldsByItem, holdsOf } from '../line-holds.ts'

/**
 * The claim is kept before anything is held, so that the sweep settles it when a failure ends the work or the order's own change:
 * see `settle-left-claims`. Where others take the stock between the look and the update, the claim's own holds are released.
 * After a failure they stay: another attempt of the same claim may have succeeded. Lines without units so far must be stocked at
 * locations of the order's sales channel, as with the peers; others may stay where they are. Lines that shrink give units to
 * lines that grow if there is not enough; they are recorded as growing too, because they get these back if the order does not
 * change.
 */
export const claimStock = implement(contract, async ({ body, actor, deadline }, deps: Deps) => {
  const { lines, ...order } = body
  const growing = lines.filter(({ present, wanted }) => wanted > present)
  const shrinking = growing.length === 0 ? [] : lines.filter(({ present, wanted }) => wanted < present)
  const until = (key: 'present' | 'wanted', of: typeof lines) => of.map(({ [key]: quantity, ...line }) => ({ ...line, quantity }))
  const idsOf = (of: typeof lines) => of.map(({ variant_id }) => variant_id)
  const added = idsOf(growing.filter(({ present }) => present === 0))
  const channel = added.length > 0 ? await servedChannel(order.sales_channel_id, deps, deadline) : null
  const [more, less] = await Promise.all([
    holdsOf(until('wanted', growing), order, deps, deadline, (variants) => {
      assertKept(added, variants, channel)
      assertKept(idsOf(growing), variants, null)
    }),
    holdsOf(until('wanted', shrinking), order, deps, deadline),
  ])
  const giving = givingLines(less.size > 0 ? await scarce(more, deps, deadline) : more, less)
  const holds = joined(more, less, giving)
  const parts = (all: readonly HoldOfLine[]) => ({
    growing: all.filter(({ line_item_id }) => !giving.has(line_item_id)),
    shrinking: all.filter(({ line_item_id }) => giving.has(line_item_id)),
  })
  const claim = (item: InventoryItemRecord, all: readonly HoldOfLine[]) => moved(item, parts(all))
  await assertChangeable(holds, claim, deps, deadline)

  const claimed = lines.map(({ line_item_id, variant_id, present, wanted }) => ({
    line_item_id,
    variant_id,
    grows: wanted > present || giving.has(line_item_id),
  }))
  await deps.stockClaims.keep({ ...order, lines: claimed, at: Date.now() }, deadline)
  const made = { by: actor.type === 'user' ? actor.id : null, deadline }
  try {
    await changeAll(holds, claim, deps, made)
  } catch (error) {
    if (isRefusal(error) && error.kind !== 'conflict') {
      const [own, others] = await Promise.all(
        [growing, shrinking].map((of) => holdsOf(until('present', of), order, deps, deadline)),
      )
      const giveBack = (item: InventoryItemRecord, all: readonly HoldOfLine[]) =>
        parts(all).shrinking.reduce(settled, parts(all).growing.reduce(lowered, item))
      await changeAll(joined(own!, others!, giving), giveBack, deps, made)
    }
    throw error
  }
  return { order_id: order.order_id }
})

/** The holds on items of which too little is in stock for them. */
async function scarce(holds: HoldsByItem, deps: Deps, deadline: number): Promise<HoldsByItem> {
  const refused = [...holds].map((one) =>
    assertHoldable(new Map([one]), raised, deps, deadline).then(
      () => [],
      (error: unknown) => {
        if (!isRefusal(error)) throw error
        return [one]
      },
    ),
  )
  return new Map((await Promise.all(refused)).flat())
}

/** The ids of the shrinking lines that hold some of an item that a growing line needs. */
const givingLines = (more: HoldsByItem, less: HoldsByItem): ReadonlySet<string> =>
  new Set(
    [...less].flatMap(([item_id, all]) =>
      more.has(item_id) ? all.filter(({ present }) => present.length > 0).map(({ line_item_id }) => line_item_id) : [],
    ),
  )

/** The holds of growing lines, and those of the giving lines on the same items. */
const joined = (more: HoldsByItem, less: HoldsByItem, giving: ReadonlySet<string>): HoldsByItem =>
  new Map(
    [...more].map(([item_id, all]) => {
      const others = less.get(item_id)?.filter(({ line_item_id }) => giving.has(line_item_id)) ?? []
      return [item_id, [...all, ...others]]
    }),
  )
