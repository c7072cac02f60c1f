import {
  addOrderCreditLine,
  addOrderEditShippingMethod,
  beginOrderEdit,
  cancelOrderEdit,
  confirmOrderEdit,
  createPromotion,
  getOrder,
  markPaymentCollectionAsPaid,
  updateOrder,
  updateOrderChange,
  updateOrderEditItem,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange, anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, startOrdersWithCart } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: Awaited<ReturnType<typeof startOrdersWithCart>>
beforeAll(async () => {
  service = await startOrdersWithCart()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

async function stored(overrides: Parameters<typeof anOrderRecord>[0] = {}): Promise<string> {
  const items = [anItem({ id: 'ordli_a' }), anItem({ id: 'ordli_b', title: 'Cap', product: { id: 'prod_1' } as never })]
  const order: OrderRecord = anOrderRecord({ items, ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const get = (id: string, query = '') => service.admin(getOrder, { params: { id }, query })
const at = async (id: string, version: number) => (await get(id, `version=${version}`)).body.order
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
type Edit = { item_id?: string; quantity?: number; unit_price?: number; shipping?: boolean; carry?: boolean }
async function edit(id: string, { item_id = 'ordli_a', quantity, unit_price, shipping, carry }: Edit) {
  const begun = await service.call(beginOrderEdit, { body: { order_id: id } })
  const change = { params: { id: begun.order_change.id }, body: { carry_over_promotions: true } }
  if (carry) await service.call(updateOrderChange, change)
  if (shipping) await service.call(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS } })
  if (quantity !== undefined)
    await service.call(updateOrderEditItem, { params: { id, item_id }, body: { quantity, ...(unit_price && { unit_price }) } })
  await service.call(confirmOrderEdit, { params: { id } })
}
/** The fields that differ from version to version. */
const own = ({ version, items, shipping_methods, credit_lines, summary, total, item_total, shipping_total }: OrderRecord) =>
  JSON.parse(
    JSON.stringify({ version, items, shipping_methods, credit_lines, summary, total, item_total, shipping_total }),
  ) as object
const versionOf = async (id: string, version: number) => own(await at(id, version))

describe('get-order with a version', () => {
  it('shows the order as of each version, whether the change is in the order or in its history', async () => {
    const id = await stored()
    const seen: object[] = [own((await order(id)) as never)]
    const step = async (happens: Promise<unknown>) => {
      await happens
      seen.push(own((await order(id)) as never))
    }
    await step(edit(id, { quantity: 3, unit_price: 20, shipping: true }))
    await step(edit(id, { item_id: 'ordli_b', quantity: 0 }))
    await step(
      service.call(addOrderCreditLine, { params: { id }, body: { amount: 5, reference: 'goodwill', reference_id: 'call' } }),
    )
    await step(edit(id, { quantity: 1 }))

    expect(seen.map((one) => (one as { version: number }).version)).toEqual([1, 2, 3, 4, 5])
    for (const [n, was] of seen.entries()) expect(await versionOf(id, n + 1), `version ${n + 1}`).toEqual(was)
    const first = await get(id, 'version=1')
    expect(JSON.stringify(await at(id, 5))).toBe(JSON.stringify(await order(id)))
    expect(JSON.stringify(first.body)).not.toMatch(/"(?:replaced|was|before|changes)":/)
    const { body } = await get(id, 'version=1&fields=items.quantity,items.product.id,total')
    expect(body.order).toMatchObject({
      total: 110,
      version: 1,
      items: [{ quantity: 2 }, { quantity: 2, product: { id: 'prod_1' } }],
    })
  })

  it('shows the adjustments by promotions of that version', async () => {
    const method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 } as const
    const body = { code: 'TEN', type: 'standard', status: 'active', application_method: method } as const
    const { promotion } = await service.call(createPromotion, { body })
    const items = [anItem({ id: 'ordli_a', adjustments: [{ amount: 5, code: 'TEN', promotion_id: promotion.id }] })]
    const application_method = { type: 'percentage', value: '10', currency_code: null } as const
    const promotions = [{ id: promotion.id, code: 'TEN', is_automatic: false, application_method }]
    const id = await stored({ items, promotions })
    const before = own((await order(id)) as never)
    await edit(id, { quantity: 6, carry: true })
    expect((await order(id)).items[0]!.adjustments).toMatchObject([{ amount: 15 }])
    expect(await versionOf(id, 1)).toEqual(before)
    expect(getOrder.response.strict().safeParse((await get(id, 'version=1')).body).error).toBeUndefined()
  })

  it('shows everything else in its current state', async () => {
    const id = await stored()
    await edit(id, { quantity: 3 })
    await service.call(updateOrder, { params: { id }, body: { email: 'new@example.com' } })
    const [collection] = (await order(id)).payment_collections
    const paying = { params: { id: collection!.id }, body: { order_id: id } }
    await service.call(markPaymentCollectionAsPaid, paying)
    const now = await order(id)
    expect(await at(id, 1)).toMatchObject({
      ...{ email: 'new@example.com', payment_status: now.payment_status, customer: { id: 'cus_1' } },
      payment_collections: [{ id: collection!.id, captured_amount: now.payment_collections[0]!.captured_amount }],
      summary: { paid_total: 0 },
    })
    const [{ etag: before }, { etag }] = [await get(id, 'version=1'), await get(id)]
    expect(before).toEqual(expect.any(String))
    expect(etag).toEqual(expect.any(String))
  })

  it('rejects versions that never existed or were not kept, and invalid versions', async () => {
    const id = await stored()
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(cancelOrderEdit, { params: { id } })
    const missing = (version: number) => [404, 'not_found', `Order id not found: ${id}, version ${version}`]
    for (const version of [2, 999_999_999]) expect(refusal(await get(id, `version=${version}`))).toEqual(missing(version))
    const old = await stored({ version: 2, changes: [aChange([], { status: 'confirmed', version: 2 })] })
    expect((await get(old, 'version=1')).status).toBe(404)
    expect((await get(old, 'version=2')).status).toBe(200)
    for (const version of ['0', '-1', '1.5', 'abc', '', '1&version=2', '99999999999'])
      expect((await get(id, `version=${version}`)).status, version).toBe(400)
    expect((await get(id, 'version[$gt]=1')).status).toBe(400)
    expect((await get(id, 'foo=1')).status).toBe(400)
    expect(refusal(await get('order_none', 'version=1'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })
})
