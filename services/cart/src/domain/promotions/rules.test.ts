import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRule } from '../../../test/promotion-builders.ts'
import { meetsRules } from './rules.ts'

const subject = {
  currency_code: 'eur',
  subtotal: 100.5,
  weight: null,
  infinite: 'Infinity',
  is_giftcard: false,
  dated: '2026-01-01',
  customer: { groups: [{ id: 'vip' }, { id: 'staff' }] },
  none: [],
  sparse: [{ id: 'a' }, null, {}, 'b'],
  items: [
    { quantity: 2, product: { id: 'p1', tags: [{ id: 't1' }, { id: 't2' }] } },
    { quantity: 5, product: { id: 'p2', tags: [{ id: 't3' }] } },
  ],
  metadata: { odd: { toString: 1, valueOf: 1 }, constructor: 'own', deep: { a: '30' } },
}
type Case = [attribute: string, operator: Parameters<typeof aRule>[1], values: string[]]
const meets = ([attribute, operator, values]: Case, scope: Parameters<typeof meetsRules>[2] = 'order', of: object = subject) =>
  meetsRules([aRule(attribute, operator, values)], of, scope)

describe('rules that are met', () => {
  it.each<Case>([
    ['currency_code', 'eq', ['usd', 'eur']],
    ['currency_code', 'in', ['eur']],
    ['currency_code', 'ne', ['usd']],
    ['is_giftcard', 'eq', ['false']],
    ['subtotal', 'eq', ['100.5']],
    ['subtotal', 'gt', ['99']],
    ['subtotal', 'gte', ['100.50']],
    ['subtotal', 'lt', ['1000']],
    ['subtotal', 'lte', ['100.5']],
    ['subtotal', 'gt', ['1e2']],
    ['subtotal', 'lt', ['no number', '101']],
    ['subtotal', 'lt', ['101', '1']],
    ['subtotal', 'gte', ['1000', '100.5', '2000']],
    ['subtotal', 'lte', ['1', '100.5', '2']],
    ['customer.groups.id', 'in', ['vip']],
    ['customer.groups.id', 'eq', ['vip', 'staff', 'other']],
    ['customer.groups.id', 'ne', ['other']],
    ['items.product.tags.id', 'in', ['t3']],
    ['items.quantity', 'gte', ['2']],
    ['items.quantity', 'gt', ['4', '1']],
    ['none', 'ne', ['x']],
    ['none.id', 'ne', ['x']],
    ['absent', 'ne', ['x']],
    ['absent.deeper', 'ne', ['undefined']],
    ['weight', 'lt', ['5']],
    ['absent', 'gte', ['0']],
    ['sparse.id', 'in', ['a']],
    ['metadata.deep.a', 'gt', ['29']],
    ['metadata.constructor', 'eq', ['own']],
    ['metadata.odd', 'ne', ['x']],
  ])('%s %s %s', (...one) => {
    expect(meets(one)).toBe(true)
  })
})

describe('rules that are not met', () => {
  it.each<Case>([
    ['currency_code', 'eq', ['usd']],
    ['currency_code', 'in', ['EUR']],
    ['currency_code', 'ne', ['usd', 'eur']],
    ['currency_code', 'gt', ['1']],
    ['currency_code', 'eq', []],
    ['', 'ne', ['x']],
    ['subtotal', 'eq', ['100.50']],
    ['subtotal', 'gt', ['100.5']],
    ['subtotal', 'lt', ['100.5']],
    ['subtotal', 'lte', ['twelve']],
    ['subtotal', 'gte', ['twelve']],
    ['infinite', 'gte', ['twelve']],
    ['subtotal', 'gt', ['']],
    ['dated', 'gt', ['2025-01-01']],
    ['is_giftcard', 'gte', ['0']],
    ['customer.groups.id', 'eq', ['vip']],
    ['customer.groups.id', 'ne', ['staff']],
    ['items.quantity', 'gt', ['2']],
    ['none', 'eq', ['x']],
    ['none', 'in', ['x']],
    ['none', 'lt', ['5']],
    ['absent', 'eq', ['undefined']],
    ['weight', 'in', ['null']],
    ['weight', 'gt', ['0']],
    ['sparse.id', 'in', ['b']],
    ['customer', 'eq', ['[object Object]']],
    ['metadata.odd', 'gte', ['0']],
    ['currency_code.length', 'eq', ['3']],
    ['items.length', 'eq', ['2']],
    ['__proto__.constructor.name', 'eq', ['Object']],
    ['constructor.name', 'eq', ['Object']],
    ['items.constructor.name', 'eq', ['Array']],
  ])('%s %s %s', (...one) => {
    expect(meets(one)).toBe(false)
  })
})

describe('rules', () => {
  it('must all be met; an empty list is met', () => {
    const [met, unmet] = [aRule('currency_code', 'eq', ['eur']), aRule('subtotal', 'lt', ['1'])]

    expect(meetsRules([], subject, 'order')).toBe(true)
    expect(meetsRules([met, met], subject, 'order')).toBe(true)
    expect(meetsRules([met, unmet], subject, 'order')).toBe(false)
  })

  it('of lines and shipping methods may name attributes as seen from the cart', () => {
    const [line] = subject.items

    expect(meets(['items.product.id', 'eq', ['p1']], 'items', line)).toBe(true)
    expect(meets(['product.id', 'eq', ['p1']], 'items', line)).toBe(true)
    expect(meets(['shipping_methods.name', 'eq', ['Fast']], 'shipping_methods', { name: 'Fast' })).toBe(true)
    expect(meets(['items.product.id', 'eq', ['p1']], 'shipping_methods', line)).toBe(false)
    expect(meets(['items.product.id', 'eq', ['p2']], 'items', line)).toBe(false)
  })

  it('are read once for all lines', () => {
    let reads = 0
    const values = ['p1', 'p2'].map((value) => ({
      get value() {
        reads++
        return value
      },
    }))
    const rules = [{ ...aRule('items.product.id', 'in', []), values }]
    const lines = Array.from({ length: 9 }, (_, n) => ({ product: { id: `p${n}` } }))

    expect(lines.filter((line) => meetsRules(rules, line, 'items'))).toHaveLength(2)
    expect(reads).toBe(2)
  })

  it('never throw, whatever a cart holds', () => {
    const path = fc.array(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', ''), { maxLength: 4 })
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('a', 'b', 'toString', 'valueOf'), tie('any')),
        fc.array(tie('any'), { maxLength: 2 }),
      ),
    })).any
    const operator = fc.constantFrom('eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte')
    const property = fc.property(path, operator, fc.array(fc.string(), { maxLength: 2 }), value, (names, how, values, held) => {
      expect(typeof meets([names.join('.'), how, values], 'items', { a: held, b: held })).toBe('boolean')
    })

    fc.assert(property)
  })
})
