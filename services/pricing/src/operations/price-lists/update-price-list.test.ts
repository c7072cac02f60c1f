import { getPriceList, quote, updatePriceList } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aGroup } from '../../../../orders/test/records.ts'
import { AT, aPrice, aPriceList, aProduct, memberOf, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing, startShop } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startShop>>
let second: PricingUnderTest
beforeAll(async () => {
  service = await startShop()
  await insertMissing(service.orders.db, { customer_groups: [aGroup(), aGroup({ id: 'cusgroup_2', name: 'Others' })] })
  second = await startPricing(service.servers)
  await insertMissing(service.db, {
    ...records,
    products: [aProduct()],
    prices: [aPrice()],
    price_lists: [aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }), aPriceList({ id: 'plist_gone', deleted_at: AT })],
  })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const lists = () => service.db.collection<{ _id: string }>('price_lists')
let made = 0
let own: string
beforeEach(async () => {
  await lists().updateOne({ _id: own }, { $set: { status: 'draft' } }) // so that it no longer affects quotes
  own = `plist_u${++made}`
  await insertMissing(service.db, {
    price_lists: [aPriceList({ id: own })],
    prices: [aPrice({ id: `price_${own}`, price_list_id: own, amount: 15 })],
  })
})

const update = (body: object, { id = own, seller = 'sel_1', on = service as PricingUnderTest, ...options } = {}) =>
  on.send(updatePriceList, { params: { id }, body, actor: memberOf(seller), ...patient(), ...options })
const quoted = async (on: PricingUnderTest, group_ids: string[] = []) => {
  const { items } = await on.call(quote, {
    body: {
      region_id: 'reg_eu',
      currency_code: null,
      sales_channel_id: null,
      customer: { id: 'cus_1', group_ids },
      tax_address: { country_code: null, province: null },
      items: [{ variant_id: 'variant_1', quantity: 1 }],
      shipping_option_ids: [],
    },
  })
  return items[0]!.unit_price
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('update-price-list', () => {
  it('returns the updated list with its prices and publishes an event', async () => {
    const change = {
      title: 'Winter',
      description: 'Warm',
      status: 'draft',
      type: 'override',
      starts_at: '2026-09-01',
      ends_at: '2026-12-31T23:00:00+01:00',
      rules: { customer_id: 'cus_1', region_id: ['reg_eu', 'reg_us'] },
    }
    const { status, body } = await update(change)

    expect(status).toBe(200)
    expect(body.price_list).toMatchObject({
      ...change,
      id: own,
      starts_at: '2026-09-01T00:00:00.000Z',
      ends_at: '2026-12-31T22:00:00.000Z',
      rules: { customer_id: ['cus_1'], region_id: ['reg_eu', 'reg_us'] },
      rules_count: 2,
      created_at: AT,
      prices: [{ id: `price_${own}`, amount: 15 }],
    })
    expect(body.price_list.updated_at > AT).toBe(true)
    expect(Object.keys(body.price_list)).not.toContain('seller_id')
    expect(updatePriceList.response.safeParse(body).error).toBeUndefined()
    const read = await service.send(getPriceList, { params: { id: own }, actor: memberOf('sel_1') })
    expect(read.body).toEqual(body)
    expect(await service.eventsOf(own, 1)).toMatchObject([{ type: 'price-list.updated', ids: { id: own } }])
  })

  it('keeps absent fields and clears those that are null', async () => {
    await update({ description: 'x', starts_at: '2026-01-01', ends_at: '2027-01-01', rules: { a: ['1'] } })

    expect((await update({ title: 'y' })).body.price_list).toMatchObject({ description: 'x', rules: { a: ['1'] } })
    const emptied = (await update({ description: null, starts_at: null, ends_at: null, rules: {} })).body.price_list
    expect(emptied).toMatchObject({ title: 'y', description: null, starts_at: null, ends_at: null, rules: {}, rules_count: 0 })
  })

  it('writes nothing when nothing changes, and returns the requested fields', async () => {
    const { body } = await update({ title: 'Sale' }, { query: 'fields=title,prices.amount' } as object)

    expect(body).toEqual({ price_list: { id: own, title: 'Sale', prices: [{ id: `price_${own}`, amount: 15 }] } })
    expect(await lists().findOne({ _id: own })).toMatchObject({ revision: 1, updated_at: AT })
  })

  it('updates the search words', async () => {
    await update({ title: 'Frühling' })

    expect(await lists().findOne({ _id: own })).toMatchObject({ search_words: expect.arrayContaining(['fruhling', 'ling']) })
  })

  it.each([
    ['a draft', { status: 'draft' }],
    ['a list that has ended', { ends_at: inHours(-1) }],
    ['a list that has not started', { starts_at: inHours(1) }],
    ['a list for another region', { rules: { region_id: ['reg_us'] } }],
    ['a list for a customer group', { rules: { 'customer.groups.id': ['cusgroup_1'] } }],
    ['a list for a customer group, named by the former attribute', { rules: { customer_group_id: ['cusgroup_1'] } }],
  ])('immediately affects quotes at every replica when the list becomes %s', async (_what, change) => {
    expect(await Promise.all([quoted(service), quoted(second)])).toEqual([15, 15])

    await update(change)
    expect(await Promise.all([quoted(service), quoted(second)])).toEqual([20, 20])

    await update({ status: 'active', starts_at: null, ends_at: null, rules: {} }, { on: second })
    expect(await Promise.all([quoted(service), quoted(second)])).toEqual([15, 15])
  })

  it.each(['customer.groups.id', 'customer_group_id'])('applies to customers in a group named by %s', async (attribute) => {
    await update({ rules: { [attribute]: ['cusgroup_1', 'cusgroup_2'] } })

    expect(await Promise.all([quoted(service, ['cusgroup_2']), quoted(second, ['cusgroup_3', 'cusgroup_1'])])).toEqual([15, 15])
    expect(await quoted(service, ['cusgroup_3'])).toBe(20)
  })

  it('rejects a list that would end before it starts, considering stored and sent dates', async () => {
    await update({ ends_at: '2026-02-01' })

    expect(refusal(await update({ starts_at: '2026-03-01' }))).toEqual([
      400,
      'invalid_data',
      'starts_at must not be after ends_at',
    ])
    const both = await update({ starts_at: '2026-03-01', ends_at: '2026-02-01' })
    expect(refusal(both)).toEqual([400, 'invalid_data', expect.stringContaining('must not be after ends_at')])
    expect((await update({ starts_at: '2026-03-01', ends_at: null })).status).toBe(200)
  })

  it.each([
    [{ status: 'x' }, /^Invalid request: Expected: 'active, draft' for field 'status'/],
    [{ type: 'gift' }, /field 'type'/],
    [{ title: '' }, /title/],
    [{ starts_at: 'soon' }, /^Cannot set price list starts at with with invalid date string: soon$/],
    [{ ends_at: '' }, /^Cannot set price list ends at with with invalid date string: $/],
    [{ prices: [] }, /Unrecognized fields: 'prices'/],
    [{ rules: { a: 1 } }, /rules/],
    [{ metadata: {} }, /Unrecognized fields: 'metadata'/],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await update(body))).toEqual([400, 'invalid_data', expect.stringMatching(message)])
  })

  it.each(['plist_foreign', 'plist_none', 'plist_gone'])('returns 403 for the list %s', async (id) => {
    expect(refusal(await update({ title: 'Mine' }, { id }))).toEqual([
      403,
      'not_allowed',
      'You are not allowed to perform this action',
    ])
    expect(await lists().countDocuments({ title: 'Mine' })).toBe(0)
  })

  it('respects If-Match, and applies a retry with the same op-id once', async () => {
    const op_id = mintOpId(Date.now())
    expect((await update({ title: 'a' }, { if_match: '"1"' } as object)).status).toBe(200)
    expect((await update({ title: 'b' }, { if_match: '"1"' } as object)).status).toBe(412)

    await update({ title: 'c' }, { op_id } as object)
    await update({ title: 'd' })
    expect((await update({ title: 'c' }, { op_id } as object)).body.price_list.title).toBe('d')
  })

  it('loses none of the concurrent changes at two replicas', async () => {
    const dates = Array.from({ length: 8 }, (_, n) => inHours(-100 + n))
    const answers = await Promise.all(
      dates.flatMap((date, n) => [
        update({ title: `t${n}` }, { on: service }),
        update({ starts_at: date }, { on: second }),
        update({ description: 'kept' }, { on: second }),
      ]),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const list = await lists().findOne({ _id: own })
    expect(list).toMatchObject({ description: 'kept', title: expect.stringMatching(/^t\d$/) })
    expect(dates).toContain((list as unknown as { starts_at: string }).starts_at)
  })
})
