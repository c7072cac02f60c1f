import {
  addDraftOrderItems,
  beginClaim,
  beginDraftOrderEdit,
  beginExchange,
  beginOrderEdit,
  beginReturn,
  cancelOrder,
  confirmDraftOrderEdit,
  confirmOrderEdit,
  convertDraftOrder,
  createDraftOrder,
  createOrderFulfillment,
  deleteDraftOrder,
  getDraftOrder,
  getOrder,
  getVendorOrder,
  listOrders,
  manageStockLocationSalesChannels,
  updateOrderEditItem,
  updateTaxRate,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrdersWithCart } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrdersWithCart()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const ENGRAVING = { title: 'Engraving', unit_price: 7, quantity: 1 }
const ofOrder = (id: string) => ({ params: { id } })
const convert = (id: string, options: object = {}) => service.admin(convertDraftOrder, { ...ofOrder(id), ...options })
async function draft(items: object[], body: object = {}): Promise<string> {
  const address = { country_code: 'de' }
  const made = { region_id: ids.region, email: 'ann@example.com', shipping_address: address, items, ...body }
  return (await service.call(createDraftOrder, { body: made as never })).draft_order.id
}
/** A draft with this quantity of a variant, of which `stocked_quantity` are in stock. */
async function stockedDraft(quantity: number, stocked_quantity: number) {
  const { variant_id, item } = await aStockedVariant(service, stocked_quantity)
  return { id: await draft([{ variant_id, quantity, unit_price: 1 }]), variant_id, item }
}
const reserved = (item: string) => reservedOf(service, item)
const claims = (order_id: string) => service.pricing.db.collection('stock_claims').countDocuments({ order_id })

describe('convert-draft-order', () => {
  it('turns the draft into a pending order, visible as one from then on', async () => {
    const id = await draft([{ variant_id: ids.variant, quantity: 1 }, ENGRAVING])

    const { status, body } = await convert(id)

    expect(status).toBe(200)
    expect(convertDraftOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      ...{ id, status: 'pending', is_draft_order: false, version: 1, payment_status: 'not_paid', payment_collections: [] },
      ...{ seller_id: ids.seller, total: 32.13, customer: { id: 'cus_1' } },
    })
    expect((await service.call(getOrder, ofOrder(id))).order).toEqual(body.order)
    expect((await service.call(listOrders, { query: `id=${id}` })).count).toBe(1)
    expect((await service.admin(getDraftOrder, ofOrder(id))).status).toBe(404)
    expect((await service.call(getVendorOrder, { ...ofOrder(id), actor: memberOf(ids.seller) })).order).toMatchObject({ id })
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.placed', ids: { id } })
    const customer = await service.db.collection('customers').findOne({ _id: 'cus_1' as never })
    expect(customer!.bought_from).toContain(ids.seller)
  })

  it('converts drafts with custom items, items of several sellers, or no items', async () => {
    const custom = await draft([ENGRAVING])
    const mixed = await draft([ids.variant, ids.foreign_variant].map((variant_id) => ({ variant_id, quantity: 1 })))

    expect((await convert(custom)).body.order).toMatchObject({ status: 'pending', seller_id: null })
    expect((await convert(mixed)).body.order).toMatchObject({ status: 'pending', seller_id: null })
    expect((await convert(await draft([]))).body.order).toMatchObject({ status: 'pending', total: 0 })
  })

  it('sells only what locations of its sales channel stock, when it is made and when it is converted', async () => {
    const linked = (change: { add?: string[]; remove?: string[] }) => {
      const params = { id: ids.stock_location }
      return service.pricing.call(manageStockLocationSalesChannels, { actor: ADMIN, params, body: change })
    }
    const { id, variant_id } = await stockedDraft(1, 5)
    await linked({ remove: [ids.sales_channel] })
    const text = `Sales channel ${ids.sales_channel} is not associated with any stock location for variant ${variant_id}.`
    const body = { region_id: ids.region, email: 'ann@example.com', items: [{ variant_id, quantity: 1, unit_price: 1 }] }
    expect(refusal(await service.admin(createDraftOrder, { body: body as never }))).toEqual(invalid(text))
    expect(refusal(await convert(id))).toEqual(invalid(text))
    await linked({ add: [ids.sales_channel] })
    expect((await convert(id)).status).toBe(200)
  })

  it('names no seller if the product of one of its items has been deleted', async () => {
    const { variant_id } = await aStockedVariant(service, 5)
    const id = await draft([variant_id, ids.foreign_variant].map((one) => ({ variant_id: one, quantity: 1, unit_price: 1 })))
    const deleted = { $set: { deleted_at: '2026-07-01T00:00:00.000Z' } }
    await service.pricing.db.collection('products').updateOne({ 'variants.id': variant_id }, deleted)

    expect((await convert(id)).body.order).toMatchObject({ status: 'pending', seller_id: null })
  })

  it('reserves stock once under concurrent and retried requests', async () => {
    const { id, item } = await stockedDraft(3, 5)
    expect(await reserved(item)).toBe(0)
    const op_id = mintOpId(Date.now())

    const answers = await Promise.all([convert(id, { op_id }), convert(id, { op_id }), convert(id)])
    const again = await convert(id, { op_id })

    // Either both attempts of the retried request succeed, as one, or the other request does.
    const statuses = answers.map(({ status }) => status)
    expect([
      [200, 200, 400],
      [400, 400, 200],
    ]).toContainEqual(statuses)
    expect(again.status).toBe(statuses[0])
    for (const answer of [...answers, again].filter(({ status }) => status === 400))
      expect(refusal(answer)).toEqual(invalid(`Order ${id} is not a draft order`))
    await service.settleLeftStock() // of two crossing reports either may be the older one: the order decides
    expect([await reserved(item), await claims(id)]).toEqual([3, 0])
    const placed = await service.db.collection('orders').findOne({ _id: id as never })
    expect(placed).toMatchObject({ is_draft_order: false, version: 1 })
  })

  it('releases its stock claim at once when another request converted the draft first, also with If-Match', async () => {
    const { stock } = service.deps
    const { claim } = stock
    for (const isNamed of [false, true]) {
      const { id, item } = await stockedDraft(3, 5)
      const { etag } = await service.admin(getDraftOrder, ofOrder(id))
      const late = vi.spyOn(stock, 'claim').mockImplementationOnce(async (...claimed) => {
        expect((await convert(id)).status).toBe(200)
        await claim(...claimed)
      })

      const refused = await convert(id, isNamed ? { if_match: etag } : {})

      if (isNamed) expect(refused.status).toBe(412)
      else expect(refusal(refused)).toEqual(invalid(`Order ${id} is not a draft order`))
      expect(late.mock.calls.length).toBeGreaterThanOrEqual(2) // more often if `pricing` did not answer in time
      await expect.poll(async () => [await reserved(item), await claims(id)]).toEqual([3, 0])
      late.mockRestore()
    }
  })

  it('rejects a draft without enough stock, which stays a draft', async () => {
    const { id, variant_id, item } = await stockedDraft(3, 4)
    const other = await draft([{ variant_id, quantity: 3, unit_price: 1 }])
    await convert(other)

    const { status, body } = await convert(id)

    expect([status, body.type]).toEqual([400, 'not_allowed'])
    expect((await service.call(getDraftOrder, ofOrder(id))).draft_order).toMatchObject({ status: 'draft' })
    await expect.poll(async () => [await reserved(item), await claims(id)]).toEqual([3, 0])
  })

  it('creates reservations that follow later edits and are released when the order is canceled', async () => {
    const { id, item } = await stockedDraft(2, 5)
    const { order } = (await convert(id)).body
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(updateOrderEditItem, { params: { id, item_id: order.items[0].id }, body: { quantity: 4 } })
    await service.call(confirmOrderEdit, ofOrder(id))
    await expect.poll(() => reserved(item)).toBe(4)

    await service.call(cancelOrder, ofOrder(id))

    await expect.poll(async () => [await reserved(item), await claims(id)]).toEqual([0, 0])
  })

  it('taxes the order at current rates', async () => {
    const id = await draft([ENGRAVING])
    const line = (await service.call(getDraftOrder, ofOrder(id))).draft_order.items[0]!.tax_lines[0]!
    const rate = (value: number) =>
      service.pricing.call(updateTaxRate, { actor: ADMIN, params: { id: line.tax_rate_id! }, body: { rate: value } })
    await rate(50)

    const { body } = await convert(id).finally(() => rate(line.rate))

    expect(body.order).toMatchObject({ total: 10.5, items: [{ tax_lines: [{ rate: 50 }] }] })
  })

  it('keeps the total before the last edit in the summary', async () => {
    const id = await draft([ENGRAVING])
    await service.call(beginDraftOrderEdit, ofOrder(id))
    await service.call(addDraftOrderItems, { ...ofOrder(id), body: { items: [ENGRAVING] } })
    await service.call(confirmDraftOrderEdit, ofOrder(id))
    const { summary, total } = (await service.call(getDraftOrder, ofOrder(id))).draft_order
    expect(summary.original_order_total).toBeLessThan(total)

    expect((await convert(id)).body.order.summary).toEqual(summary)
  })

  it('is required before fulfillments, returns, claims and exchanges', async () => {
    const id = await draft([ENGRAVING])
    const items = [{ id: (await service.call(getDraftOrder, ofOrder(id))).draft_order.items[0]!.id, quantity: 1 }]
    const refused = [400, 'invalid_data', `Order ${id} is a draft order`]
    expect(refusal(await service.admin(createOrderFulfillment, { ...ofOrder(id), body: { items } }))).toEqual(refused)
    expect(refusal(await service.admin(beginReturn, { body: { order_id: id } }))).toEqual(refused)
    expect(refusal(await service.admin(beginClaim, { body: { order_id: id, type: 'refund' } }))).toEqual(refused)
    expect(refusal(await service.admin(beginExchange, { body: { order_id: id } }))).toEqual(refused)
  })

  it('rejects placed, canceled, deleted and unknown orders, and drafts with an active edit', async () => {
    const [sold, canceled, deleted, edited] = await Promise.all([1, 2, 3, 4].map(() => draft([ENGRAVING])))
    await service.call(beginDraftOrderEdit, ofOrder(edited!))
    await convert(sold!)
    await service.call(cancelOrder, ofOrder(canceled!))
    await service.call(deleteDraftOrder, ofOrder(deleted!))

    expect(refusal(await convert(sold!))).toEqual([400, 'invalid_data', `Order ${sold} is not a draft order`])
    expect(refusal(await convert(canceled!))).toEqual([400, 'invalid_data', `Order with id ${canceled} has been canceled.`])
    const open = `Order (${edited}) already has an existing active order change`
    expect(refusal(await convert(edited!))).toEqual([400, 'invalid_data', open])
    expect(refusal(await convert(deleted!))).toEqual([404, 'not_found', `Order id not found: ${deleted}`])
    expect(refusal(await convert('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
  })
})
