import { describe, expect, it } from 'vitest'
import { newRules } from './promotion-rules.ts'
import { assertNameable } from './seller-promotion.ts'

const rule = (attribute: string, ...values: string[]) => {
  const context = { newId: (prefix: string) => `${prefix}_1`, now: '2026-01-01T00:00:00.000Z' }
  return newRules([{ attribute, operator: 'in', values }], context)
}
const GROUPS = 'customer.groups.id'
const PRODUCTS = 'items.product.id'
const CHANGED = 'The rules were changed meanwhile; try again'

describe('assertNameable', () => {
  it.each([
    ['a group that was looked up', rule(GROUPS, 'own'), []],
    ['a group that was named before', rule(GROUPS, 'theirs'), rule(GROUPS, 'theirs')],
    ['a product that was looked up', rule(PRODUCTS, 'mine'), []],
    ['anything else', rule('region.id', 'theirs'), []],
  ])('accepts %s', (_what, after, before) => {
    expect(() => assertNameable(after, before, { groups: ['own'], products: ['mine'] })).not.toThrow()
  })

  it.each([
    ['a group that was the value of another attribute', rule(GROUPS, 'theirs'), rule('region.id', 'theirs')],
    ['one of several groups', rule(GROUPS, 'own', 'theirs'), []],
    ['a product that was not looked up', rule(PRODUCTS, 'theirs'), rule(PRODUCTS, 'mine')],
  ])('refuses %s', (_what, after, before) => {
    expect(() => assertNameable(after, before, { groups: ['own'], products: ['mine'] })).toThrow(CHANGED)
  })

  it('accepts any product in rules that are not about lines', () => {
    expect(() => assertNameable(rule(PRODUCTS, 'theirs'), [], { groups: [], products: undefined })).not.toThrow()
  })
})
