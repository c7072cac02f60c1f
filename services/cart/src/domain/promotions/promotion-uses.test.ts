import { describe, expect, it } from 'vitest'
import { aCampaign, aPromotion } from '../../../test/promotion-builders.ts'
import { type BudgetUse, spent, unspent } from './budget-uses.ts'
import { unused, used } from './promotion-uses.ts'

const AT = '2026-03-04T05:06:07.000Z'
const LATER = '2026-03-04T06:06:08.000Z'
const use = (key: string, at = AT) => ({ key, at, amount: '1' })
const newId = (prefix: string) => `${prefix}_1`

describe('a promotion with a limit', () => {
  it('is used by one order more, once, up to its limit', () => {
    const once = used(aPromotion({ limit: 2 }), use('a'))
    const twice = used(once, use('b'))

    expect([once.used, twice.used]).toEqual([1, 2])
    expect(used(twice, use('a'))).toBe(twice)
    expect(() => used(twice, use('c'))).toThrow('Promotion usage exceeds the limit.')
  })

  it('is free again when an order is not placed, once; a count that comes late is refused', () => {
    const once = used(aPromotion({ limit: 1 }), use('a'))
    const free = unused(once, use('a'))

    expect(free.used).toBe(0)
    expect(unused(free, use('a'))).toBe(free)
    expect(() => used(free, use('a'))).toThrow('The checkout was given up')
    expect(used(free, use('b')).used).toBe(1)
    expect(() => used(unused(aPromotion({ limit: 1 }), use('late')), use('late'))).toThrow('The checkout was given up')
  })

  it('forgets an hour later for whom it was counted', () => {
    const later = used(used(aPromotion({ limit: 9 }), use('a')), use('b', LATER))
    expect(later.uses).toMatchObject([{ key: 'b' }])
    expect(later.used).toBe(2)
  })
})

it('a promotion without a limit is not counted', () => {
  const promotion = aPromotion()
  expect(used(promotion, use('a'))).toBe(promotion)
  expect(unused(promotion, use('a'))).toBe(promotion)
})

describe('the budget of a campaign', () => {
  const ann = { customer_id: 'cus_ann', customer_email: 'ann@example.com' }
  const order = (key: string, amount: string, buyer: Partial<typeof ann> = ann): BudgetUse => ({
    ...{ key, at: AT, amount, customer_id: null, customer_email: null },
    ...buyer,
  })
  const spend = aCampaign({ type: 'spend', currency_code: 'eur', limit: 10 })

  it('is spent exactly, to the last cent', () => {
    const some = spent(spent(spend, order('a', '0.1'), newId), order('b', '0.2'), newId)
    expect(some.budget!.used).toBe(0.3)
    expect(spent(some, order('c', '9.7'), newId).budget!.used).toBe(10)
    expect(() => spent(some, order('c', '9.71'), newId)).toThrow('Promotion usage exceeds the budget limit.')
  })

  it('counts an order once, and gives back what it took', () => {
    const some = spent(spend, order('a', '4'), newId)
    expect(spent(some, order('a', '4'), newId)).toBe(some)
    const back = unspent(some, order('a', '3'), newId)
    expect(back.budget!.used).toBe(0)
    expect(unspent(back, order('a', '4'), newId)).toBe(back)
    expect(() => spent(back, order('a', '4'), newId)).toThrow('The checkout was given up')
    expect(() => spent(unspent(spend, order('b', '4'), newId), order('b', '4'), newId)).toThrow('The checkout was given up')
  })

  it('of uses counts orders; without a limit any number', () => {
    const one = aCampaign({ type: 'usage', limit: 1 })
    const full = spent(one, order('a', '99'), newId)
    expect(full.budget!.used).toBe(1)
    expect(() => spent(full, order('b', '99'), newId)).toThrow('Promotion usage exceeds the budget limit.')
    const any = aCampaign({ type: 'usage' })
    expect(spent(spent(any, order('a', '1'), newId), order('b', '1'), newId).budget!.used).toBe(2)
  })

  it.each(['customer_id', 'customer_email'] as const)('by %s counts the orders of each', (attribute) => {
    const campaign = aCampaign({ type: 'use_by_attribute', limit: 1, attribute })
    const bob = { customer_id: 'cus_bob', customer_email: 'bob@example.com' }
    const both = spent(spent(campaign, order('a', '1'), newId), order('b', '1', bob), newId)

    expect(both.budget).toMatchObject({
      used: 2,
      usages: [
        { attribute_value: ann[attribute], used: 1 },
        { attribute_value: bob[attribute], used: 1 },
      ],
    })
    expect(() => spent(both, order('c', '1'), newId)).toThrow('Promotion usage exceeds the budget limit.')
    const back = unspent(both, order('a', '1'), newId)
    expect(back.budget).toMatchObject({ used: 1, usages: [{ attribute_value: bob[attribute] }] })
    expect(spent(back, order('c', '1'), newId).budget!.usages).toHaveLength(2)
    expect(spent(campaign, order('d', '1', {}), newId).budget!.used).toBe(1)
  })

  it('that is none, or by the amount of each customer, counts nothing', () => {
    for (const campaign of [aCampaign(), aCampaign({ type: 'spend_by_attribute', attribute: 'customer_id', limit: 1 })])
      expect(spent(campaign, order('a', '9'), newId)).toBe(campaign)
  })
})
