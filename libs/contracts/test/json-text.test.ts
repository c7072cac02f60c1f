import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileFields, selectFields } from '../src/fields/fields.ts'
import { JsonText, plain, stringify } from '../src/fields/json-text.ts'
import { loadedLine } from '../src/pricing/line-snapshots.ts'

describe('a part of a record that is stored as JSON text', () => {
  it('serializes exactly like the value it holds, at any position', () => {
    const record = { id: 'a', product: { title: 'Ä "quoted" \u2028 text', list: [1, null] } }
    const kept = { ...record, product: JsonText.of(record.product), again: [JsonText.of(record.product)] }

    expect(stringify(kept)).toBe(JSON.stringify({ ...record, again: [record.product] }))
    expect(JSON.stringify(kept)).toBe(stringify(kept)) // the same for callers that do not know JsonText
  })

  it('serializes every value like JSON.stringify', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        fc.object({ maxDepth: 2, values: [fc.string(), fc.integer()] }),
        (around, inside) => {
          const whole = { around, inside, both: [around, inside] }
          const kept = { around, inside: JsonText.of(inside), both: [around, new JsonText(JSON.stringify(inside))] }

          expect(stringify(kept)).toBe(JSON.stringify(whole))
        },
      ),
    )
  })

  it('can contain other JsonText values', () => {
    const inner = JsonText.of({ n: 1 })
    const outer = JsonText.of({ inner, twice: [inner] })

    expect(outer.text).toBe('{"inner":{"n":1},"twice":[{"n":1}]}')
    expect(outer.value).toEqual({ inner: { n: 1 }, twice: [{ n: 1 }] })
  })

  it('is created once per record', () => {
    const record = { id: 'a' }

    expect(JsonText.of(record)).toBe(JsonText.of(record))
    expect(JsonText.of({ id: 'a' })).not.toBe(JsonText.of(record))
  })

  it('is written to the database as text and restored on reading', () => {
    const line = { id: 'l', product: JsonText.of({ title: 'Cup' }), variant: null }
    const stored = { id: 'l', product: line.product.toBSON() as unknown as JsonText, variant: null }

    expect(loadedLine(stored)).toEqual(line)
    expect(loadedLine(line).product).toBe(line.product)
    expect(plain(loadedLine(stored).product)).toEqual({ title: 'Cup' })
  })

  it('lets `fields` select parts of it', () => {
    const schema = z.object({ id: z.string(), product: z.object({ id: z.string(), title: z.string(), note: z.string() }) })
    const record = { id: 'l', product: JsonText.of({ id: 'p', title: 'Cup', note: 'n' }) }

    expect(selectFields(compileFields(schema, 'id,product.title', 'all'), record)).toEqual({
      id: 'l',
      product: { id: 'p', title: 'Cup' },
    })
    expect(selectFields(compileFields(schema, 'product', 'all'), record)).toEqual({ id: 'l', product: record.product })
  })
})
