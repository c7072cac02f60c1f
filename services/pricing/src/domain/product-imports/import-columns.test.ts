import { describe, expect, it } from 'vitest'
import { fieldsOfRow, pricesOfRow } from './import-columns.ts'
import { LineError } from './line-error.ts'

const row = (values: Record<string, string>) => ({ line: 7, values })
const priced = (text: string) => pricesOfRow(row({ 'variant price eur': text })).map(({ amount }) => amount)
const inexact = (column: string) => new LineError(7, `The value of '${column}' holds a number with more digits than can be kept`)

describe('a number in a row', () => {
  it.each<[string, number]>([
    ['19.5', 19.5],
    [' 19.50 ', 19.5],
    ['+5', 5],
    ['.5', 0.5],
    ['5.', 5],
    ['05', 5],
    ['-1', -1],
    ['1.5e2', 150],
    ['+1e+2', 100],
    ['0.30000000000000004', 0.30000000000000004],
    ['9007199254740992', 9007199254740992],
  ])('is read exactly: %j', (text, amount) => {
    expect(priced(text)).toEqual([amount])
  })

  it.each(['9007199254740993', '0.30000000000000001', '+9007199254740993', '.30000000000000001', '1e400', '1e-400'])(
    'is rejected when it cannot be represented exactly: %s',
    (text) => {
      expect(() => priced(text)).toThrow(inexact('variant price eur'))
      expect(() => pricesOfRow(row({ 'variant price europe [eur]': text }))).toThrow(inexact('variant price europe [eur]'))
      expect(() => fieldsOfRow(row({ 'product weight': text }), 'product')).toThrow(inexact('product weight'))
    },
  )

  it.each(['x', '1,5', '0x10', 'Infinity', '1 000', '.', '1e'])('is rejected when it is not a number: %s', (text) => {
    expect(() => priced(text)).toThrow(new LineError(7, "The value of 'variant price eur' must be a number"))
  })

  it('is read exactly or rejected inside metadata, too', () => {
    const read = (text: string) => fieldsOfRow(row({ 'variant metadata': text }), 'variant')
    expect(read('{"a":[1.5,"9007199254740993"]}')).toEqual({ metadata: { a: [1.5, '9007199254740993'] } })
    expect(() => read('{"a":[1,9007199254740993]}')).toThrow(inexact('variant metadata'))
  })
})
