import { expect, it } from 'vitest'
import { searchWords } from '../src/store/search-words.ts'

const record = { name: 'Lager Köln 2', address: { city: 'Köln' }, hidden: 'x' }

it('keeps each word of the searched fields once, without case and accents', () => {
  expect(searchWords(record, ['name', 'address.city'])).toEqual(['lager', 'koln', '2'])
})

it('keeps what begins inside of words, too, where the list searches there', () => {
  expect(searchWords({ name: 'Abc bc' }, { inside: ['name'] })).toEqual(['abc', 'bc', 'c'])
  expect(searchWords(record, { inside: [] })).toEqual([])
})
