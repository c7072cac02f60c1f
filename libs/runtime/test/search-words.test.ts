import { expect, it } from 'vitest'
import { searchWords } from '../src/store/search-words.ts'

const record = { name: 'Lager Köln 2', address: { city: 'Köln' }, hidden: 'x' }

it('stores each word of the searched fields once, without case and accents', () => {
  expect(searchWords(record, ['name', 'address.city'])).toEqual(['lager', 'koln', '2'])
})

it('stores words that contain punctuation whole, and their parts', () => {
  expect(searchWords({ sku: 'TAG-SKU.1 (new)' }, ['sku'])).toEqual(['tag-sku.1', 'sku.1', '1', '(new)', 'new)'])
  expect(searchWords({ sku: 'A-1' }, { inside: ['sku'] })).toEqual(['a-1', '-1', '1'])
})

it('splits words that are longer than 64 characters', () => {
  expect(searchWords({ url: `https://${'a'.repeat(70)}.example/x` }, ['url'])).toEqual(['https', 'a'.repeat(64), 'example', 'x'])
})

it('also stores the suffixes of words where the list searches inside of them', () => {
  expect(searchWords({ name: 'Abc bc' }, { inside: ['name'] })).toEqual(['abc', 'bc', 'c'])
  expect(searchWords(record, { inside: [] })).toEqual([])
})
