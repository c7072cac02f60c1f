import { describe, expect, it } from 'vitest'
import { newRules, rulesAfter } from './promotion-rules.ts'
import { assertNameable, replacingProducts } from './seller-promotion.ts'

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

describe('replacingProducts', () => {
  const newId = (prefix: string) => `${prefix}_new`
  const present = [
    { ...rule(PRODUCTS, 'former')[0]!, id: 'former' },
    { ...rule('items.product.title', 'Shirt')[0]!, id: 'title' },
  ]
  const about = (attribute: string, ...values: string[]) => ({ attribute, operator: 'in' as const, values })
  const after = (changes: Parameters<typeof replacingProducts>[0]) =>
    rulesAfter(present, replacingProducts(changes, present), { newId, now: '2026-01-02T00:00:00.000Z' }).map(
      ({ attribute, values }) => [attribute, ...values.map(({ value }) => value)].join(' '),
    )
  const TITLE = 'items.product.title Shirt'

  it.each([
    ['a new one replaces the former one', { create: [about(PRODUCTS, 'next')] }, [TITLE, `${PRODUCTS} next`]],
    [
      'the first of several new ones counts',
      { create: [about('items.quantity', '2'), about(PRODUCTS, 'next'), about(PRODUCTS, 'last')] },
      [TITLE, 'items.quantity 2', `${PRODUCTS} next`],
    ],
    [
      'also in place of one that becomes one',
      { create: [about(PRODUCTS, 'next')], update: [{ id: 'title', attribute: PRODUCTS, values: ['other'] }] },
      [`${PRODUCTS} next`],
    ],
    [
      'not in place of one that no longer is one',
      { create: [about(PRODUCTS, 'next')], update: [{ id: 'former', attribute: 'items.quantity', values: ['3'] }] },
      ['items.quantity 3', TITLE, `${PRODUCTS} next`],
    ],
    [
      'one that excludes products stays, and leaves it',
      { create: [{ ...about(PRODUCTS, 'none'), operator: 'ne' as const }] },
      [`${PRODUCTS} former`, TITLE, `${PRODUCTS} none`],
    ],
    [
      'not in place of one that excludes products by now',
      { create: [about(PRODUCTS, 'next')], update: [{ id: 'former', operator: 'ne' as const, values: ['former'] }] },
      [`${PRODUCTS} former`, TITLE, `${PRODUCTS} next`],
    ],
    ['other rules leave it', { create: [about('items.quantity', '2')] }, [`${PRODUCTS} former`, TITLE, 'items.quantity 2']],
    ['it can be changed', { update: [{ id: 'former', values: ['changed'] }] }, [`${PRODUCTS} changed`, TITLE]],
    ['it can be deleted', { delete: ['former'] }, [TITLE]],
  ])('%s', (_what, changes, expected) => {
    expect(after(changes)).toEqual(expected)
  })
})
