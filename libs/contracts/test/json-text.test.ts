import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileFields, selectFields } from '../src/fields/fields.ts'
import { JsonText, plain, stringify, withSnapshots } from '../src/fields/json-text.ts'

describe('a part of a record that is kept as JSON', () => {
  it('looks in JSON like what it holds, wherever it stands', () => {
    const record = { id: 'a', product: { title: 'Ä "quoted" \u2028 text', list: [1, null] } }
    const kept = { ...record, product: JsonText.of(record.product), again: [JsonText.of(record.product)] }

    expect(stringify(kept)).toBe(JSON.stringify({ ...record, again: [record.product] }))
    expect(JSON.stringify(kept)).toBe(stringify(kept)) // who does not know of it gets the same
  })

  it('does so for every value', () => {
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

  it('may hold others', () => {
    const inner = JsonText.of({ n: 1 })
    const outer = JsonText.of({ inner, twice: [inner] })

    expect(outer.text).toBe('{"inner":{"n":1},"twice":[{"n":1}]}')
    expect(outer.value).toEqual({ inner: { n: 1 }, twice: [{ n: 1 }] })
  })

  it('is made once for a record', () => {
    const record = { id: 'a' }

    expect(JsonText.of(record)).toBe(JsonText.of(record))
    expect(JsonText.of({ id: 'a' })).not.toBe(JsonText.of(record))
  })

  it('goes into the database as text, and comes back from there', () => {
    const line = { id: 'l', product: JsonText.of({ title: 'Cup' }), variant: null }
    const stored = { id: 'l', product: line.product.toBSON() as unknown as JsonText, variant: null }

    expect(withSnapshots(stored)).toEqual(line)
    expect(withSnapshots(line).product).toBe(line.product)
    expect(plain(withSnapshots(stored).product)).toEqual({ title: 'Cup' })
  })

  it('gives up parts of itself to `fields`', () => {
    const schema = z.object({ id: z.string(), product: z.object({ id: z.string(), title: z.string(), note: z.string() }) })
    const record = { id: 'l', product: JsonText.of({ id: 'p', title: 'Cup', note: 'n' }) }

    expect(selectFields(compileFields(schema, 'id,product.title', 'all'), record)).toEqual({
      id: 'l',
      product: { id: 'p', title: 'Cup' },
    })
    expect(selectFields(compileFields(schema, 'product', 'all'), record)).toEqual({ id: 'l', product: record.product })
  })
})
