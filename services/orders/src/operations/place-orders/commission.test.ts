import {
  type Actor,
  addOrderEditShippingMethod,
  beginOrderEdit,
  cancelOrder,
  confirmOrderEdit,
  createCommissionRule,
  deleteCommissionRule,
  getOrder,
  getOrderSet,
  getOwnOrderSet,
  getStoreOrder,
  getVendorOrder,
  getVendorOrderCommission,
  listCommissionLines,
  listOrderChanges,
  listOrderSets,
  listOrders,
  listOwnOrderSets,
  listOwnOrders,
  listVendorOrderChanges,
  listVendorOrders,
  placeOrders,
  previewOrder,
  setDefaultCommissionRule,
  updateCommissionRule,
  updateOrder,
} from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCommissionRule } from '../../../test/commissioned.ts'
import { aSellerOfSet } from '../../../test/in-set.ts'
import { aPart, PLACED_AT, type Placing, placing } from '../../../test/placing.ts'
import { aCustomer } from '../../../test/records.ts'
import { GUEST, memberOf, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(async () => {
  await sellers?.stop()
  await service.stop()
})

const place = (body: Placing) => service.call(placeOrders, { body, actor: { type: 'service', id: 'cart' } })
const keptOf = async (id: string) => (await service.db.collection('orders').findOne({ _id: id as never }))!.commission
const commissionOf = async (id: string, seller: string = ids.seller) =>
  (await service.call(getVendorOrderCommission, { params: { id }, actor: memberOf(seller) })).commission

/** Replaces all rules. */
async function rules(...commission_rules: ReturnType<typeof aCommissionRule>[]) {
  await service.db.collection('commission_rules').deleteMany({})
  await insertMissing(service.db, { commission_rules })
}
const bySeller = (reference_id: string, percentage_rate: number, overrides: object = {}) =>
  aCommissionRule({
    ...{ id: `comrule_${reference_id}`, name: reference_id, reference: 'seller', reference_id },
    rate: { ...aCommissionRule().rate, percentage_rate },
    ...overrides,
  })

/** A part whose product is of this type and these categories. */
function ofProduct(product_type_id: string | null, category_ids: readonly string[]) {
  const part = aPart()
  const [line] = part.items
  const categories = category_ids.map((id) => ({ id }))
  return {
    ...part,
    items: [{ ...line!, product_type_id, product: { ...line!.product!, type_id: product_type_id, categories } }],
  } as typeof part
}

describe('the commission of orders that are placed', () => {
  it('is computed line by line, of the price before taxes or with them', async () => {
    await rules(aCommissionRule())
    const part = aPart()
    await place(placing([part]))
    const [item] = part.items
    expect(await commissionOf(part.id)).toEqual({
      commission_value: { amount: '4', currency_code: 'eur' },
      commission_lines: [
        {
          ...{ id: expect.stringMatching(/^comline_/), item_line_id: item!.id, rule_id: 'comrule_site', value: 4 },
          ...{ currency_code: 'eur', created_at: PLACED_AT, updated_at: PLACED_AT, deleted_at: null },
        },
      ],
    })
    await rules(aCommissionRule({ rate: { ...aCommissionRule().rate, include_tax: true, percentage_rate: 7.5 } }))
    const taxed = aPart()
    const { orders } = await place(placing([taxed]))
    expect((await commissionOf(taxed.id)).commission_lines).toMatchObject([{ value: orders[0]!.items[0]!.total * 0.075 }])
  })

  it('follows the rule of each seller, and the marketplace itself pays none', async () => {
    await rules(bySeller(ids.seller, 20), bySeller('sel_other', 90), aCommissionRule())
    const parts = [aPart({ seller_id: null }), aPart(), aPart({ seller_id: ids.foreign_seller })]
    await place(placing(parts))
    const [marketplace, own, foreign] = parts.map(({ id }) => id) as [string, string, string]
    expect(await keptOf(marketplace)).toBeUndefined()
    expect((await commissionOf(own)).commission_lines).toMatchObject([{ value: 8, rule_id: `comrule_${ids.seller}` }])
    expect((await commissionOf(foreign, ids.foreign_seller)).commission_value.amount).toBe('4')
  })

  it.each([
    ['of its product type', ['ptyp_1', ['pcat_1', 'pcat_2']], '2'],
    ['of its first category that has a rule', [null, ['pcat_1', 'pcat_2', 'pcat_3']], '3'],
    ['of the seller and a category', ['ptyp_1', ['pcat_4']], '4'],
    ['of the whole marketplace', [null, []], '1'],
  ] as const)('follows the rule %s', async (_case, [type, categories], amount) => {
    const percentage = (id: string, reference: 'product_type', reference_id: string, percentage_rate: number) =>
      bySeller(reference_id, percentage_rate, { id: `comrule_${id}`, reference })
    await rules(
      bySeller('', 2.5, { id: 'comrule_site', reference: 'site' }),
      percentage('a', 'product_type', 'ptyp_1', 5),
      percentage('b', 'product_category' as never, 'pcat_2', 7.5),
      percentage('c', 'product_category' as never, 'pcat_3', 30),
      percentage('d', 'seller+product_category' as never, `${ids.seller}+pcat_4`, 10),
      percentage('e', 'seller+product_type' as never, `${ids.foreign_seller}+ptyp_1`, 40),
    )
    const part = ofProduct(type, categories)
    const older = {
      ...ofProduct(type, categories),
      items: [{ ...part.items[0]!, product_type_id: 'ptyp_former' }],
    } as typeof part
    await place(placing([part, older]))
    for (const { id } of [part, older]) expect((await commissionOf(id)).commission_value.amount).toBe(amount)
  })

  it('is none without a rule that is active and not deleted', async () => {
    const gone = { is_active: true, deleted_at: PLACED_AT }
    await rules(bySeller(ids.seller, 20, { is_active: false }), aCommissionRule(gone), bySeller(ids.foreign_seller, 5))
    const part = aPart()
    await place(placing([part]))
    expect(await keptOf(part.id)).toBeUndefined()
    expect(await commissionOf(part.id)).toEqual({
      commission_value: { amount: '0', currency_code: 'eur' },
      commission_lines: [],
    })
  })

  it('follows rules as they are set, and keeps them as they were', async () => {
    await rules()
    const rate = { type: 'percentage' as const, percentage_rate: 5, include_tax: false }
    await service.call(setDefaultCommissionRule, { body: { rate } as never })
    const [first, second, third] = [aPart(), aPart(), aPart()]
    await place(placing([first]))
    await insertMissing(sellers.db, { sellers: [aSellerOfSet(ids.seller)] })
    const body = { name: 'Own', reference: 'seller', reference_id: ids.seller, rate: { ...rate, percentage_rate: 50 } }
    const made = (await service.call(createCommissionRule, { body: body as never })).commission_rule
    await service.call(setDefaultCommissionRule, { body: { name: 'renamed', rate } as never })
    await place(placing([second]))
    await service.call(updateCommissionRule, { params: { id: made.id }, body: { is_active: false } })
    await place(placing([third]))
    await service.call(deleteCommissionRule, { params: { id: made.id } })

    const values = await Promise.all(
      [first, second, third].map(async ({ id }) => (await commissionOf(id)).commission_value.amount),
    )
    expect(values).toEqual(['2', '20', '2'])
    const { commission_lines } = await service.call(listCommissionLines, { query: 'limit=100' })
    const ruleOf = (id: string) => commission_lines.find(({ order }) => order.id === id)!.rule
    expect(ruleOf(first.id)).toMatchObject({ name: 'default', reference: 'site', reference_id: '', rate: { percentage_rate: 5 } })
    expect(ruleOf(second.id)).toMatchObject({ id: made.id, name: 'Own', reference: 'seller', reference_id: ids.seller })
  })

  it('is that of the first placement, however often and whenever it is repeated', async () => {
    await rules(aCommissionRule())
    const body = placing([aPart(), aPart({ seller_id: ids.foreign_seller })])
    await Promise.all([1, 2, 3].map(() => place(body)))
    const kept = await Promise.all(body.orders.map(({ id }) => keptOf(id)))
    await rules(bySeller(ids.seller, 99))
    await place(body)
    expect(await Promise.all(body.orders.map(({ id }) => keptOf(id)))).toEqual(kept)
    expect(kept).toMatchObject([{ count: 1 }, { count: 1 }])
    expect(kept[0].lines[0].id).not.toBe(kept[1].lines[0].id)
  })

  it('needs one query by an index, and none for orders of the marketplace itself', async () => {
    await rules(
      ...Array.from({ length: 300 }, (_, n) => bySeller(`sel_many${n}`, 1, n % 2 === 0 ? {} : { is_active: false })),
      bySeller(ids.seller, 20),
    )
    const asked = async (parts: Placing['orders']) => {
      const plans = await plansOf(service.db, () => place(placing(parts)))
      return plans.filter(({ ns }) => ns.endsWith('.commission_rules'))
    }
    const found = await asked([aPart(), aPart(), aPart({ seller_id: ids.foreign_seller })])
    expect(found).toHaveLength(1)
    expect(found[0]!.planSummary).toMatch(/^IXSCAN/)
    expect([found[0]!.docsExamined, found[0]!.keysExamined < 20]).toEqual([1, true])
    expect(await asked([aPart({ seller_id: null })])).toEqual([])
  })
})

describe('the commission of an order', () => {
  const CUSTOMER: Actor = { ...GUEST, customer_id: 'cus_1' }

  it('is in no answer but its own, and no change of the order changes it', async () => {
    await rules(aCommissionRule({ name: 'Hidden' }))
    const body = placing()
    const placed = await place(body)
    const { id } = placed.orders[0]!
    const kept = await keptOf(id)
    expect(kept.count).toBe(1)
    const set_id = placed.order_set!.id
    const vendor = { actor: memberOf(ids.seller) }
    const customer = { actor: CUSTOMER }
    const fields = 'fields=*commission,commission.lines,*commission_lines,*order,%2Bcommission'

    const answers = async () => [
      ...(await Promise.all(
        ['', fields].flatMap((query) => [
          service.admin(getOrder, { params: { id }, query }),
          service.admin(getOrder, { params: { id }, query: `version=1&${query}` }),
          service.admin(listOrders, { query: `id=${id}&${query}` }),
          service.admin(listOrderChanges, { params: { id }, query }),
          service.admin(listOrderSets, { query: `order_id=${id}&${query}` }),
          service.admin(getOrderSet, { params: { id: set_id }, query }),
          service.send(getVendorOrder, { ...vendor, params: { id }, query }),
          service.send(listVendorOrders, { ...vendor, query: `id=${id}&${query}` }),
          service.send(listVendorOrderChanges, { ...vendor, params: { id }, query }),
          service.send(getStoreOrder, { ...customer, params: { id }, query }),
          service.send(listOwnOrders, { ...customer, query: `id=${id}&${query}` }),
          service.send(getOwnOrderSet, { ...customer, params: { id: set_id }, query }),
          service.send(listOwnOrderSets, { ...customer, query }),
        ]),
      )),
      await service.admin(previewOrder, { params: { id } }),
    ]
    const said: unknown[] = [placed, ...(await answers())]
    const begun = await service.admin(beginOrderEdit, { body: { order_id: id } })
    const method = { params: { id }, body: { shipping_option_id: ids.express_shipping_option } }
    said.push(begun, await service.admin(addOrderEditShippingMethod, method), ...(await answers()))
    said.push(await service.admin(confirmOrderEdit, { params: { id } }), ...(await answers()))
    expect(await keptOf(id)).toEqual(kept)
    said.push(await service.admin(updateOrder, { params: { id }, body: { metadata: { a: 1 } } }))
    said.push(await service.admin(cancelOrder, { params: { id } }), ...(await answers()))
    expect(await keptOf(id)).toEqual(kept)
    expect((await commissionOf(id)).commission_value.amount).toBe('4')

    for (const answer of said as { status?: number }[]) expect(answer.status ?? 200, JSON.stringify(answer)).toBe(200)
    expect(said.length).toBeGreaterThan(100)
    expect(JSON.stringify(said)).not.toMatch(/"commission|comline_|comrule_|Hidden/)
    const events = await service.eventsOf(id, 3)
    expect(JSON.stringify(events)).not.toMatch(/"commission|comline_|comrule_/)
  })
})
