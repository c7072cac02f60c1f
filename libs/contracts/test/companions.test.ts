import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asked, fieldTraits } from '../src/fields/common.ts'
import { type Companions, compileFields, selectFields } from '../src/fields/fields.ts'

const Author = z.object({ id: z.string(), name: z.string(), books: asked((): z.ZodType => z.array(Book)) })
const Line = z.object({
  id: z.string(),
  text: z.string(),
  author: Author.nullable().register(fieldTraits, { along: 'plain' }),
  page: z.object({ number: z.number(), author: Author }).register(fieldTraits, { along: 'whole' }),
  notes: z.array(z.object({ id: z.string() })),
  book: asked((): z.ZodType => Book)
    .optional()
    .register(fieldTraits, { along: 'plain' }),
})
const Book = z.object({ id: z.string(), title: z.string(), total: z.number(), state: z.string(), lines: z.array(Line) })

const author = { id: 'a1', name: 'Ann', books: null }
const line = { id: 'l1', text: 'one', author, page: { number: 3, author }, notes: [{ id: 'n1' }] }
const book = { id: 'b1', title: 'T', total: 3, state: 'new', lines: [{ ...line, book: { id: 'b1', title: 'T', lines: [line] } }] }

const COMPANIONS: readonly Companions[] = [
  { bring: ['state'] },
  { of: ['total', 'nothing'], bring: ['lines.text', 'lines.notes'] },
]
const shown = (text: string | undefined, companions = COMPANIONS) =>
  selectFields(compileFields(Book, text, ['id', 'title'], companions), book)

describe('a companion field', () => {
  it.each<[string, string | undefined, unknown]>([
    ['is absent by default', undefined, { id: 'b1', title: 'T' }],
    ['is included with any fields', 'id', { id: 'b1', state: 'new' }],
    ['is included with an empty list of fields', '', { id: 'b1', state: 'new' }],
    ['is included when fields are added to the defaults', '+id', { id: 'b1', title: 'T', state: 'new' }],
    [
      'is included with its field',
      'total',
      { id: 'b1', total: 3, state: 'new', lines: [{ id: 'l1', text: 'one', notes: [{ id: 'n1' }] }] },
    ],
    ['is not included with a field that is removed', '+total,-total', { id: 'b1', title: 'T', state: 'new' }],
    ['is absent when it is removed itself', 'total,-state,-lines', { id: 'b1', total: 3 }],
    [
      'is partly absent when a part of it is removed',
      'total,-lines.notes',
      { id: 'b1', total: 3, state: 'new', lines: [{ id: 'l1', text: 'one' }] },
    ],
    ['is not removed by a part of its name', 'id,-stat', { id: 'b1', state: 'new' }],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it('leaves a complete record complete', () => {
    expect(compileFields(Book, '+total', 'all', COMPANIONS).all).toBe(true)
  })

  it('is cached separately from the same fields without companions', () => {
    expect(shown('total', [])).toEqual({ id: 'b1', total: 3 })
    expect(shown('total')).toHaveProperty('lines')
  })
})

describe('a list that is shown empty along with the plain fields of its parent', () => {
  const Shop = z.object({
    id: z.string(),
    name: z.string(),
    notes: asked(() => z.array(z.object({ id: z.string(), text: z.string() })))
      .optional()
      .register(fieldTraits, { blank: true }),
  })
  const Thing = z.object({ id: z.string(), shop: asked((): z.ZodType => Shop) })
  const shop = { id: 's1', name: 'S', notes: [{ id: 'n1', text: 'N' }] }
  const { notes, ...plain } = shop
  const of = (text: string) => selectFields(compileFields(Thing, text, ['id']), { id: 't1', shop })

  it.each<[string, unknown]>([
    ['*shop', { ...plain, notes: [] }],
    ['*shop,-shop.notes', plain],
    ['*shop,*shop.notes', shop],
    ['*shop.notes,*shop', shop],
    ['*shop,shop.notes.text', shop],
    ['*shop.notes', { id: 's1', notes }],
    ['shop.name', plain],
  ])('%s', (text, expected) => {
    expect((of(text) as { shop: unknown }).shop).toEqual(expected)
  })
})

describe('a record that is included with the plain fields of its parent', () => {
  it('shows its own plain fields, or all of its fields', () => {
    expect(shown('id,*lines', [])).toEqual({
      id: 'b1',
      lines: [
        {
          id: 'l1',
          text: 'one',
          author: { id: 'a1', name: 'Ann' },
          page: { number: 3, author },
          book: { id: 'b1', title: 'T' },
        },
      ],
    })
  })

  it('is left out when the fields of the parent are named one by one', () => {
    expect(shown('lines.text', [])).toEqual({ id: 'b1', lines: [{ id: 'l1', text: 'one' }] })
  })
})
