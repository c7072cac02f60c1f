import { getPriceList } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    price_lists: [
      aPriceList({ rules: [{ attribute: 'customer.groups.id', value: ['cusgroup_1'] }] }),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
    prices: [
      aPrice(),
      aPrice({ id: 'price_b', price_list_id: 'plist_1', rules: { region_id: 'reg_1', 'customer.groups.id': 'cusgroup_1' } }),
      aPrice({ id: 'price_c', price_list_id: 'plist_1', currency_code: 'usd' }),
      aPrice({ id: 'price_a', price_list_id: 'plist_1', currency_code: 'chf' }),
      aPrice({ id: 'price_z', price_list_id: 'plist_1', currency_code: 'dkk', created_at: '2025-01-01T00:00:00.000Z' }),
      aPrice({ id: 'price_gone', price_list_id: 'plist_1', currency_code: 'sek', deleted_at: AT }),
      aPrice({ id: 'price_of_other', price_list_id: 'plist_foreign' }),
    ],
  })
})
afterAll(() => service.stop())

const get = (id: string, query = '') => service.send(getPriceList, { params: { id }, query, actor: memberOf('sel_1') })

describe('get-price-list', () => {
  it('returns the whole list with its prices, oldest first, without deleted ones', async () => {
    const { status, body } = await get('plist_1')

    expect(status).toBe(200)
    expect(body.price_list).toMatchObject({ id: 'plist_1', rules: { 'customer.groups.id': ['cusgroup_1'] }, rules_count: 1 })
    expect(body.price_list.prices.map(({ id }: { id: string }) => id)).toEqual(['price_z', 'price_a', 'price_b', 'price_c'])
    expect(getPriceList.response.safeParse(body).error).toBeUndefined()
  })

  it('shows rules as rows, too, and the price set and variant of each price', async () => {
    const { price_list } = (await get('plist_1')).body

    expect(price_list.price_list_rules).toEqual([{ attribute: 'customer.groups.id', value: ['cusgroup_1'] }])
    const shown = price_list.prices.map(({ id, rules, price_rules }: Record<string, unknown>) => [id, rules, price_rules])
    const pairs = [
      { attribute: 'customer.groups.id', value: 'cusgroup_1' },
      { attribute: 'region_id', value: 'reg_1' },
    ]
    expect(shown).toEqual([
      ['price_z', {}, []],
      ['price_a', {}, []],
      ['price_b', { region_id: 'reg_1', 'customer.groups.id': 'cusgroup_1' }, pairs],
      ['price_c', {}, []],
    ])
    for (const { price_set } of price_list.prices)
      expect(price_set).toEqual({ id: 'pset_of_variant_1', variant: { id: 'variant_1' } })
  })

  it('returns only the rules on request', async () => {
    expect((await get('plist_1', 'fields=price_list_rules')).body.price_list).toEqual({
      id: 'plist_1',
      price_list_rules: [{ attribute: 'customer.groups.id', value: ['cusgroup_1'] }],
    })
  })

  it.each(['plist_foreign', 'plist_none', 'plist_gone'])('returns 403 for %s', async (id) => {
    const { status, body } = await get(id)

    expect({ status, message: body.message }).toEqual({ status: 403, message: 'You are not allowed to perform this action' })
  })
})
