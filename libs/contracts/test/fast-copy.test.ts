import { describe, expect, it } from 'vitest'
import { toFastObject } from '../src/fields/fast-copy.ts'

const wide = (names: readonly string[]) => {
  const record: Record<string, unknown> = {}
  for (const name of names) Object.defineProperty(record, name, { value: { name }, enumerable: true, writable: true })
  return record
}
const many = Array.from({ length: 90 }, (_, index) => `field_${index}`)

describe('toFastObject', () => {
  it.each([
    ['many names', many],
    ['no names', []],
    ['names in another order', many.toReversed()],
    ['names that contain commas', ['a,b', 'c']],
    ['the same text divided into other names', ['a', 'b,c']],
    ['names that are special in JavaScript', ['__proto__', 'constructor', 'toJSON"', '1']],
  ])('copies a record with %s', (_, names) => {
    const record = wide(names)
    const copy = toFastObject(record)

    expect(copy).not.toBe(record)
    expect(Object.keys(copy)).toEqual(Object.keys(record))
    for (const name of names) expect(Object.getOwnPropertyDescriptor(copy, name)?.value).toBe(record[name])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it('leaks no values from one record into the next', () => {
    toFastObject({ first: 'secret', second: 1 })

    expect(toFastObject({ first: undefined, second: 2 })).toEqual({ first: undefined, second: 2 })
  })
})
