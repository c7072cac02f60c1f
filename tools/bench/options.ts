import { knownValues, readValues } from '../start/arguments.ts'
import { SERVICES } from '../start/config.ts'
import { SIZE_NAMES, type SizeName } from './sizes/measure-sizes.ts'

/** The rows that can be measured, in the order in which they are. The baselines' letters are those of the table. */
const ROWS = [
  'a',
  'b',
  'b-cart',
  'b-preview',
  'r',
  'w',
  'get-member',
  'list-customer-orders',
  'get-cart',
  'list-store-products',
  'list-store-products-few',
  'list-store-products-sellers',
  'price-1-variant',
  'price-50-variants',
  'remove-gift-card',
  'add-order-edit-shipping-method',
  'confirm-order-edit',
  'complete-cart',
  'create-price-list-price',
  'batch-price-list-prices',
  'create-gift-card',
] as const
export type RowName = (typeof ROWS)[number]

const PROFILED = [...SERVICES, 'responder', 'plain', 'load'] as const
export type Profiled = (typeof PROFILED)[number]

export interface BenchOptions {
  /** Measured per point, after the warm-up. */
  seconds: number
  warmup_seconds: number
  connections: number[]
  /** Baselines that these need are measured too. */
  only: RowName[]
  /** Aggregates that writes and reads rotate over. */
  records: number
  /** On a machine shared with others: how often a point is measured again while they kept it busy; the quietest counts. */
  tries: number
  /** Operations that are compared by the size of their data, instead of all rows. */
  sizes: SizeName[]
  /** Processes whose CPU profile is taken; figures measured with it are slower. */
  profile: Profiled[]
}

/** The text of `--help`. */
export const HELP = `npm run bench -- [--only get-cart,b] [--connections 1,8,32] [--seconds 4] [--warmup 1] [--records 1200] [--tries 3] [--sizes all] [--profile gateway]

Measures an instance of its own, prints a table and writes bench-results.json.

  --only          ${ROWS.join(', ')}; default all
  --connections   that send at once, one after the other; default 1,8,32
  --seconds       measured per point; default 4
  --warmup        seconds before that; default 1
  --records       that writes and reads rotate over; default 1200
  --tries         on a shared machine: how often a point is measured again, the quietest counts; default 1
  --sizes         instead of all else: how long something large takes beside something small: ${SIZE_NAMES.join(', ')} or all
  --profile       CPU profiles of ${PROFILED.join(', ')} or all`

const KNOWN = ['seconds', 'warmup', 'connections', 'only', 'records', 'tries', 'sizes', 'profile'] as const

/**
 * Reads `--seconds 4 --warmup 1 --connections 1,8,32 --only get-cart,b --records 1200 --tries 3 --profile gateway,orders`.
 * @throws Error that names each wrong argument
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const given = new Map(readValues(args, KNOWN, knownValues(KNOWN)))
  const problems: string[] = []
  const number = (name: (typeof KNOWN)[number], initial: number, [min, max]: [number, number], whole = false) => {
    const value = given.has(name) ? Number(given.get(name)) : initial
    if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
      problems.push(`--${name} ${given.get(name)} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
    return value
  }
  const names = <Name extends string>(option: (typeof KNOWN)[number], allowed: readonly Name[], initial: readonly Name[]) => {
    const wanted = given.get(option)?.split(',') ?? initial
    if (given.get(option) === 'all') return [...allowed]
    const unknown = wanted.filter((name) => !allowed.includes(name as Name))
    if (unknown.length > 0) problems.push(`--${option} ${unknown.join(',')} must be among ${allowed.join(', ')}`)
    return allowed.filter((name) => wanted.includes(name))
  }

  const connections = (given.get('connections') ?? '1,8,32').split(',').map(Number)
  if (connections.some((count) => !Number.isInteger(count) || count < 1 || count > 256))
    problems.push(`--connections ${given.get('connections')} must be whole numbers from 1 to 256, separated by commas`)
  const options = {
    seconds: number('seconds', 4, [0.2, 60]),
    warmup_seconds: number('warmup', 1, [0, 30]),
    connections,
    only: names('only', ROWS, ROWS),
    records: number('records', 1200, [100, 5000], true),
    tries: number('tries', 1, [1, 20], true),
    sizes: names('sizes', SIZE_NAMES, []),
    profile: names('profile', PROFILED, []),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return options
}
