import type { Comparison } from '@souk/contracts'
import { expect, it } from 'vitest'
import { replacedTerms } from './replaced-terms.ts'

const term = (field: string, ...value: string[]): Comparison => ({ field, operator: 'in', value })
const doubled = async (terms: readonly Comparison[]) => terms.flatMap((one) => [one, { ...one, field: `${one.field}2` }])

it('replaces the comparisons of each group in one call', async () => {
  const seen: number[] = []
  const counted = (terms: readonly Comparison[]) => {
    seen.push(terms.length)
    return doubled(terms)
  }
  expect(await replacedTerms([term('a', 'x'), { any: [[term('b', 'y')], []] }, term('c', 'z')], counted)).toEqual([
    ...[term('a', 'x'), term('a2', 'x'), term('c', 'z'), term('c2', 'z')],
    { any: [[term('b', 'y'), term('b2', 'y')], []] },
  ])
  expect(seen).toEqual([1, 0, 2])
})
