import type { FilterTerm } from '@souk/contracts'
import { expect, it } from 'vitest'
import { resolved } from './linked-filter.ts'

const find = async (ids: readonly string[]) => ids.map((id) => `of_${id}`)
const term = (field: string, operator: 'in' | 'nin', ...value: string[]): FilterTerm => ({ field, operator, value })

it.each([
  [[term('name', 'in', 'a')], [term('name', 'in', 'a')]],
  [[term('location_id', 'in', 'a', 'b')], [term('id', 'in', 'of_a', 'of_b')]],
  [[term('location_id', 'nin', 'a')], [term('id', 'nin', 'of_a')]],
  [
    [{ any: [[term('location_id', 'in', 'a')], [term('name', 'in', 'a')]] }],
    [{ any: [[term('id', 'in', 'of_a')], [term('name', 'in', 'a')]] }],
  ],
])('replaces filters on links by filters on ids: %j', async (filter, expected) => {
  expect(await resolved(filter as FilterTerm[], { location_id: find })).toEqual(expected)
})
