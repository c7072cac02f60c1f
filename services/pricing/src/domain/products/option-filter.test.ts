import type { FilterTerm } from '@souk/contracts'
import { expect, it } from 'vitest'
import { anOption } from '../../../test/builders.ts'
import { byOption, valueIdsOf, wantedOf } from './option-filter.ts'

const size = anOption('size', 'Size', ['S', 'M'])
const colour = anOption('colour', 'Colour', ['Red', 'S'])

it.each<[FilterTerm[], string[] | undefined]>([
  [[], undefined],
  [[{ field: 'a', operator: 'in', value: ['x', 'y'] }], ['x', 'y']],
  [[{ field: 'a', operator: 'nin', value: ['x'] }], undefined],
  [[{ any: [[{ field: 'a', operator: 'in', value: ['x'] }]] }], undefined],
  [[{ field: 'b', operator: 'in', value: ['x'] }], undefined],
])('extracts from the filter %j these values: %j', (filter, expected) => {
  expect(wantedOf(filter, 'a')).toEqual(expected)
})

it('finds the ids of values by their text', () => {
  expect(valueIdsOf([size, colour], ['S'])).toEqual(['size_0', 'colour_1'])
  expect(valueIdsOf([size], undefined)).toEqual(['size_0', 'size_1'])
})

it('groups value ids by option', () => {
  expect(byOption([size, colour], ['size_0', 'colour_0', 'size_1', 'none'])).toEqual([['size_0', 'size_1'], ['colour_0']])
  expect(byOption([size, colour], ['none'])).toEqual([])
})
