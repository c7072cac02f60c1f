import medusa from '@medusajs/js-sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseQueryString } from '../src/server/query-string.ts'

/** The package is CommonJS for its types, but may be an ES module at run time. */
const Medusa = ('default' in medusa ? medusa.default : medusa) as unknown as typeof import('@medusajs/js-sdk').default
const INVALID = 'Invalid request: the query string'

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
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B1%5D=2&a%5B0%5D=1', { a: ['1', '2'] }],
    ['a[10]=y&a[9]=x&a[]=z', { a: ['x', 'y', 'z'] }],
    ['a[0]=x&a[0]=y&a=w', { a: ['w', 'x', 'y'] }],
    ['limit[$gt]=1', { limit: { $gt: '1' } }],
    ['a[b][c]=1&a[b][d][]=2', { a: { b: { c: '1', d: ['2'] } } }],
    ['a.b=1', { a: { b: '1' } }],
    ['$or[0][a]=1&$or[1][b][$in][]=2', { $or: [{ a: '1' }, { b: { $in: ['2'] } }] }],
    ['%24where=1', { $where: '1' }],
    ['a=%F0%9F%9B%92', { a: '🛒' }],
    ['a[b=1&c]=2&[d]=3&e[[f]]=4', { 'a[b': '1', 'c]': '2', '[d]': '3', 'e[[f]]': '4' }],
  ])('%s', (raw, query) => {
    expect(parseQueryString(raw)).toEqual(query)
  })

  it('treats names that are special in JavaScript as ordinary ones, in objects without a prototype', () => {
    const query = parseQueryString('__proto__=1&__proto__=2&constructor[prototype][x]=3&a[__proto__][y]=4')

    expect(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])).toEqual([
      ['__proto__', '["1","2"]'],
      ['constructor', '{"prototype":{"x":"3"}}'],
      ['a', '{"__proto__":{"y":"4"}}'],
    ])
    for (const object of [query, query.constructor, query.a]) expect(Object.getPrototypeOf(object)).toBeNull()
    expect(({} as { x?: unknown; y?: unknown }).x ?? ({} as { y?: unknown }).y).toBeUndefined()
  })

  it.each(['a=%', 'a=%zz', '%ff=1', 'a=%C0%80', 'a[%]=1'])('is rejected when the encoding of %s is broken', (raw) => {
    expect(() => parseQueryString(raw)).toThrow(`${INVALID} is not valid percent-encoding`)
  })

  it.each([
    ['a=1&a[b]=2', "must not give 'a' as an object and as something else"],
    ['x[a][]=1&x[a][b]=2', "must not give 'x.a' as an object and as something else"],
    [`a${'[b]'.repeat(8)}=1`, 'must not nest names deeper than 8 levels'],
    [`a=${'x'.repeat(32 * 1024)}`, 'must not be longer than 32768 characters'],
    ['a=1&'.repeat(1001), 'must not hold more than 1000 values'],
  ])('%#: is rejected when it is too large or ambiguous', (raw, problem) => {
    expect(() => parseQueryString(raw)).toThrow(`${INVALID} ${problem}`)
  })

  it.each([
    ['the deepest nesting', `a${'[b]'.repeat(7)}=1`],
    ['the most values', 'a=1&'.repeat(1000)],
    ['the highest list indexes', Array.from({ length: 1000 }, (_, n) => `a[${n}]=1`).join('&')],
  ])('is accepted with %s', (_, raw) => {
    expect(Object.keys(parseQueryString(raw))).toEqual(['a'])
  })

  it('is either read or rejected with a clear message, whatever it contains', () => {
    const piece = fc.constantFrom('a', 'b', '[', ']', '[]', '[0]', '.', '=', '&', '$gt', '%', '%5B', '__proto__', '1', '+')
    let read = 0
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
          fc.string(),
        ),
        (raw) => {
          try {
            parseQueryString(raw)
            read++
          } catch (error) {
            expect((error as Error).message).toContain(INVALID)
          }
        },
      ),
    )
    expect(read).toBeGreaterThan(10)
  })
})

describe('queries sent by the Medusa SDK', () => {
  const sent: string[] = []
  beforeAll(() => {
    vi.stubGlobal('fetch', async (url: URL | string) => {
      sent.push(new URL(url).search.slice(1))
      return new Response('{}', { headers: { 'content-type': 'application/json' } })
    })
  })
  afterAll(() => void vi.unstubAllGlobals())
  const sdk = new Medusa({ baseUrl: 'http://127.0.0.1:9' })

  /** Numbers, booleans and dates are text in a query; null and undefined values are left out. */
  const asSent = (value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString()
    if (Array.isArray(value)) return value.map(asSent)
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asSent(inner)]))
  }

  const name = fc.oneof(
    fc.constantFrom('$gte', '$in', '$or', 'created_at', 'constructor', 'a b', 'ä&='),
    fc.string({ minLength: 1 }).filter((text) => !/^\d*$|[.[\]]|^__proto__$/.test(text)),
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.integer(),
    fc.boolean(),
    fc.date({ noInvalidDate: true }),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      value,
      fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    ),
  }))

  it('survive the round trip', async () => {
    const query = fc.dictionary(name, tree, { maxKeys: 5, noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        await sdk.client.fetch('/store/products', { query: query as Record<string, unknown> })

        expect(parseQueryString(sent.pop()!)).toEqual(asSent(query))
      }),
    )
  })

  it('may contain a list of many values', async () => {
    const id = Array.from({ length: 100 }, (_, n) => `prod_${n}`)
    await sdk.client.fetch('/store/products', { query: { id } })

    expect(parseQueryString(sent.pop()!)).toEqual({ id })
  })
})
