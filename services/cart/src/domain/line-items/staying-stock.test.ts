import { expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aCart, aQuotedLine } from '../../../test/builders.ts'
import { changedLines, linesAnew } from './change-lines.ts'
import { type PlannedLine, planLines } from './plan-lines.ts'
import { quoteRequestOf } from './quote.ts'
import { exceptStaying } from './staying-stock.ts'

const [shirt, cap] = [ids.variant, ids.second_variant]
const cart = aCart({ lines: [shirt, shirt, cap].map((variant_id) => aQuotedLine({ variant_id })) })
const [first] = cart.items

it.each<[string, PlannedLine[], string[]]>([
  ['of new lines', planLines(cart.items, [{ variant_id: ids.third_variant, quantity: 1 }]), [ids.third_variant]],
  [
    'of an increased line, in all lines of the variant',
    planLines(cart.items, [{ variant_id: shirt, quantity: 1 }]),
    [shirt, shirt],
  ],
  ['of a reduced line', changedLines(cart.items, first!.id, { quantity: 2 }), [shirt, shirt]],
  ['of no line when only prices change', linesAnew(cart.items), []],
])('stock is checked for variants %s', (_what, lines, expected) => {
  const { items } = exceptStaying(quoteRequestOf(cart, lines), lines)
  expect(
    items.filter(({ allow_backorder, staying }) => !allow_backorder && !staying).map(({ variant_id }) => variant_id),
  ).toEqual(expected)
})

it.each<[string, PlannedLine[], (true | undefined)[]]>([
  [
    'may be of goods that are no longer sold',
    planLines(cart.items, [{ variant_id: cap, quantity: 1 }]),
    [true, true, undefined, undefined],
  ],
  ['must be of goods that are sold, when its price is needed anew', linesAnew(cart.items), [undefined, undefined, undefined]],
])('a line that stays %s', (_what, lines, expected) => {
  expect(exceptStaying(quoteRequestOf(cart, lines), lines).items.map(({ staying }) => staying)).toEqual(expected)
})
