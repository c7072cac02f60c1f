import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Bounds } from '../src/fields/allowed-fields.ts'
import { asked } from '../src/fields/common.ts'
import { compileFields, selectFields } from '../src/fields/fields.ts'

const Secret = z.object({ id: z.string(), key: z.string() })
const Author = z.object({
  id: z.string(),
  name: z.string(),
  secret: Secret,
  home: z.object({ id: z.string(), city: z.string() }),
})
const Book = z.object({
  id: z.string(),
  title: z.string(),
  cost: z.number(),
  price: z.number(),
  author: Author,
  secret: Secret,
  sequel: asked((): z.ZodType => Book).optional(),
})
const secret = { id: 's1', key: 'k' }
const author = { id: 'a1', name: 'Ann', secret, home: { id: 'h1', city: 'Rome' } }
const book = { id: 'b1', title: 'T', cost: 1, price: 2, author, secret }
const record = { ...book, sequel: { ...book, id: 'b2' } }

const BOUNDS: Bounds = { allowed: ['price', 'author', 'author.home', 'sequel', 'sequel.title', 'sequel.sequel.sequel.title'] }
const shown = (fields: string | undefined, bounds: Bounds | undefined = BOUNDS) =>
  selectFields(compileFields(Book, fields, ['id', 'title'], undefined, bounds), record)

describe('fields restricted to an allowed set', () => {
  it.each<[string | undefined, object]>([
    [undefined, { id: 'b1', title: 'T' }],
    ['+price,+cost', { id: 'b1', title: 'T', price: 2 }],
    ['+raw_price,+raw_cost', { id: 'b1', title: 'T', raw_price: { value: '2', precision: 20 } }],
    ['cost', { id: 'b1' }],
    ['cost,title', { id: 'b1', title: 'T' }],
    ['*,+cost', { id: 'b1', title: 'T' }],
    ['-title,+secret', { id: 'b1' }],
    ['id,*author', { id: 'b1', author: { id: 'a1', name: 'Ann' } }],
    ['author.name,author.secret.key', { id: 'b1', author: { id: 'a1', name: 'Ann' } }],
    ['*author.secret,secret.key', { id: 'b1' }],
    ['author', { id: 'b1', author: { id: 'a1', name: 'Ann', home: author.home } }], // without its secret
    ['author.home.city', { id: 'b1', author: { id: 'a1', home: author.home } }],
    ['sequel.title,sequel.author.name', { id: 'b1', sequel: { id: 'b2', title: 'T' } }],
    ['*sequel,-sequel.cost', { id: 'b1', title: 'T', sequel: { id: 'b2', title: 'T', price: 2 } }],
    ['nothing', { id: 'b1' }],
  ])('fields=%s', (fields, answer) => {
    expect(shown(fields)).toEqual(answer)
  })

  it('reject paths through too many relations, counting only those that may be shown', () => {
    const text = 'The following fields expand more than the maximum of 1 allowed relations'
    const near = { ...BOUNDS, relations: 1 }
    expect(() => shown('+author.home.city,*author.home,+author.secret.key', near)).toThrow(
      `${text}: author.home.city, author.home.*`,
    )
    expect(shown('+author.secret.key,*author', near)).toMatchObject({ author: { name: 'Ann' } })
    expect(shown('+author.home', near)).toMatchObject({ author: { home: author.home } })
    expect(shown('-author.home.city', near)).toEqual({ id: 'b1', title: 'T' })
    expect(shown('sequel.sequel.sequel.title')).toEqual({ id: 'b1', sequel: { id: 'b2' } })
  })

  it('are cached separately for each allowed set', () => {
    expect(shown('+cost')).not.toHaveProperty('cost')
    expect(selectFields(compileFields(Book, '+cost', ['id', 'title']), record)).toHaveProperty('cost')
    expect(shown('+cost', { allowed: ['cost'] })).toHaveProperty('cost')
  })

  it('do not restrict the default fields when everything is shown by default', () => {
    const all = (fields: string) => selectFields(compileFields(Book, fields, 'all', undefined, { allowed: [] }), record)
    expect(all('title,author.name')).toEqual({ id: 'b1', title: 'T', author: { id: 'a1', name: 'Ann' } })
    expect(all('sequel.cost,raw_cost')).toEqual({ id: 'b1', raw_cost: { value: '1', precision: 20 } })
  })
})
