import type { FixtureContext } from '../fixtures/fixture.ts'
import { largeCatalogues } from './large-catalogues.ts'
import { longHistories } from './long-histories.ts'
import { longPriceLists } from './long-price-lists.ts'
import { manyOrders } from './many-orders.ts'
import { manyReservations } from './many-reservations.ts'
import { createTimer, type SizeLine, type Timer } from './timed.ts'

type Measure = (context: FixtureContext, timer: Timer) => Promise<SizeLine[]>

const SIZES = {
  'long-histories': longHistories,
  'long-price-lists': longPriceLists,
  'many-orders': manyOrders,
  'many-reservations': manyReservations,
  'large-catalogues': largeCatalogues,
} as const satisfies Record<string, Measure>
export type SizeName = keyof typeof SIZES
export const SIZE_NAMES = Object.keys(SIZES) as SizeName[]

/** How long something large takes beside something small, one request at a time. */
export async function measureSizes(names: readonly SizeName[], context: FixtureContext): Promise<SizeLine[]> {
  const timer = createTimer(context.dev.base_url)
  try {
    const lines: SizeLine[] = []
    for (const name of names) lines.push(...(await SIZES[name](context, timer)))
    return lines
  } finally {
    timer.close()
  }
}

/** One line for each comparison. */
export function renderSizes(lines: readonly SizeLine[]): string {
  const rows = [
    ['what', 'small', 'large', 'times', 'at most'],
    ...lines.map(({ what, small, large, unit = 'ms', bound, kept }) => [
      what,
      small === null ? '' : `${small.toFixed(2)} ${unit}`,
      `${large.toFixed(2)} ${unit}`,
      small === null ? '' : (large / small).toFixed(2),
      kept ? bound : `${bound} BROKEN`,
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows
    .map((cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))).join('  '))
    .join('\n')
}
