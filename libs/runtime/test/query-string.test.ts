import { describe, expect, it } from 'vitest'
import { parseQueryString } from '../src/query-string.ts'

describe('a query string', () => {
  it.each([
    ['', {}],
    ['&&', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=a', { '': 'a' }],
    ['a=b=c', { a: 'b=c' }],
    ['q=red+hat%2B%20x', { q: 'red hat+ x' }],
    ['fields=%2Bid,-seller', { fields: '+id,-seller' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['limit[$gt]=1', { 'limit[$gt]': '1' }],
    ['%24where=1', { $where: '1' }],
    ['a=%F0%9F%9B%92', { a: '🛒' }],
  ])('%s', (raw, query) => {
    expect(parseQueryString(raw)).toEqual(query)
  })

  it('keeps __proto__ as an ordinary key', () => {
    const query = parseQueryString('__proto__=1&__proto__=2&constructor=3')

    expect(Object.entries(query)).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', '3'],
    ])
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype)
  })

  it.each(['a=%', 'a=%zz', '%ff=1', 'a=%C0%80'])('is refused when %s is broken', (raw) => {
    expect(() => parseQueryString(raw)).toThrow('Invalid request: the query string is not valid percent-encoding')
  })
})
