import type { Deps } from '../deps.ts'
import { lowered } from '../domain/inventory/line-stock.ts'
import { allSettled } from '../domain/inventory/moved-stock.ts'
import type { StockClaim } from '../stores/stock-claims.ts'
import { changeAll, holdAll, holdsOf, type LineOfOrder, reservedLines } from './line-holds.ts'
import { formerHolds, replacedHolds } from './replaced-holds.ts'

type Stores = Pick<Deps, 'products' | 'reservations' | 'stockLocations' | 'inventoryItems' | 'stockClaims'>

interface UnsentLine {
  line_item_id: string
  quantity: number
}

/**
 * Adjusts the reservations of a claim's lines to the order, and forgets the claim.
 * @returns what the sweep still has to check; undefined if the claim is settled. If another process has settled it meanwhile,
 * perhaps with newer lines, or is claiming again, this call may have released stock that the order needs
 */
export async function settleClaim(
  claim: StockClaim,
  unsent: readonly UnsentLine[],
  deps: Stores,
  deadline: number,
): Promise<StockClaim | undefined> {
  const adjusted = await adjustClaimed(claim, unsent, deps, deadline)
  if (await deps.stockClaims.forget(claim, deadline)) return undefined
  const touched = new Set(adjusted.map(({ line_item_id }) => line_item_id))
  const left = claim.lines.filter(({ line_item_id }) => touched.has(line_item_id))
  return left.length === 0 ? undefined : { ...claim, lines: left.map((line) => ({ ...line, grows: true })) }
}

/**
 * Adjusts the reservations of a claim's lines to the order. A line that became smaller gets no new reservation: orders may have
 * been placed without one.
 * @returns the lines that it adjusted, with their unsent units
 */
export async function adjustClaimed(
  claim: StockClaim,
  unsent: readonly UnsentLine[],
  deps: Stores,
  deadline: number,
): Promise<LineOfOrder[]> {
  const units = new Map(unsent.map(({ line_item_id, quantity }) => [line_item_id, quantity]))
  const lines = claim.lines.map((line) => ({ ...line, quantity: units.get(line.line_item_id) ?? 0 }))
  const made = { by: null, deadline }
  const growing = lines.filter(({ grows }) => grows)
  const others = await reservedLines(
    lines.filter(({ grows }) => !grows),
    deps,
    deadline,
  )
  const smaller = await holdsOf(others, claim, deps, deadline)
  await holdAll(smaller, lowered, deps, made)
  await holdAll(await formerHolds(others, smaller, claim, deps, deadline), lowered, deps, made)
  const holds = await holdsOf(growing, claim, deps, deadline)
  await holdAll(await formerHolds(growing, holds, claim, deps, deadline), lowered, deps, made)
  await changeAll(holds, allSettled, deps, made)
  await holdAll(await replacedHolds(growing, holds, claim, deps, deadline), lowered, deps, made)
  return [...others, ...growing]
}
