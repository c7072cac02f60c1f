import { exportOrders, getOrderExport, getOrderExportPart } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { exportedFiles, plansOf, refusal, unindexed } from '@souk/runtime/testing'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  const customers = [
    aCustomer(),
    aCustomer({ id: 'cus_odd', email: 'odd@example.com', first_name: '=1+1', last_name: 'a\n"b", c' }),
  ]
  await insertMissing(service.db, { customers })
})
afterAll(() => service.stop())

const files = exportedFiles(() => service, {
  ...{ begin: exportOrders, get: getOrderExport, part: getOrderExportPart },
  key: 'order_export',
})
async function stored(overrides: object = {}) {
  const order = anOrderRecord(overrides)
  await insertMissing(service.db, { orders: [order] })
  return order
}
type Line = Record<string, string>
const linesOf = (text: string) => parse(text, { columns: true }) as Line[]
async function exported(query: string) {
  const { found, text } = await files.exported(query)
  return { found, text, lines: linesOf(text) }
}
const idsOf = async (query: string) => (await exported(query)).lines.map((line) => line.Order_ID)

describe('an export of orders', () => {
  it('writes a line for each order, with the same columns as Medusa', async () => {
    const order = await stored({ customer_id: 'cus_odd', status: 'completed' })
    const alone = await stored({ customer_id: null, shipping_address: null })

    const { found, text, lines } = await exported(`id[]=${order.id}&id[]=${alone.id}`)

    expect(getOrderExport.response.safeParse({ order_export: found }).error).toBeUndefined()
    expect(found).toMatchObject({
      orders: 2,
      file: { url: `/admin/order-exports/${found.id}/file`, filename: `${found.id}-order-exports.csv`, mimeType: 'text/csv' },
    })
    expect(await service.eventsOf(found.id, 1)).toMatchObject([{ type: 'order-export.finished', ids: { id: found.id } }])
    expect(text.split('\n')[0]!.split(',')).toEqual([
      ...['Order_ID', 'Display_ID', 'Order status', 'Date', 'Customer First name', 'Customer Last name', 'Customer Email'],
      ...['Customer ID', 'Shipping Address 1', 'Shipping Address 2', 'Shipping Country Code', 'Shipping City'],
      ...['Shipping Postal Code', 'Shipping Region ID', 'Fulfillment Status', 'Payment Status', 'Subtotal', 'Shipping Total'],
      ...['Discount Total', 'Gift Card Total', 'Refunded Total', 'Tax Total', 'Total', 'Currency Code'],
    ])
    const { shipping_address: address, total, subtotal } = order
    const line = {
      ...{ Order_ID: order.id, Display_ID: String(order.display_id), 'Order status': 'completed', Date: order.created_at },
      ...{ 'Customer First name': "'=1+1", 'Customer Last name': 'a\n"b", c', 'Customer Email': 'odd@example.com' },
      ...{ 'Customer ID': 'cus_odd', 'Shipping Country Code': address?.country_code ?? '', 'Shipping Address 2': '' },
      ...{ 'Shipping Region ID': order.region_id, 'Payment Status': order.payment_status, Total: String(total) },
      ...{ 'Fulfillment Status': order.fulfillment_status, Subtotal: String(subtotal), 'Currency Code': 'eur' },
      ...{ 'Refunded Total': '0', 'Discount Total': '0' },
    }
    const byId = new Map(lines.map((one) => [one.Order_ID, one]))
    expect(byId.get(order.id)).toMatchObject(line)
    expect(byId.get(alone.id)).toMatchObject({ 'Customer ID': '', 'Customer Email': '', 'Shipping Country Code': '' })
  })

  it('contains the orders found by filter and search, without drafts and deleted ones', async () => {
    const region_id = 'reg_exported'
    const order = await stored({ region_id })
    await stored({ region_id, is_draft_order: true, status: 'draft' })
    await stored({ region_id, deleted_at: '2026-01-02T00:00:00.000Z' })
    expect(await idsOf(`region_id=${region_id}&limit=1&offset=5&order=-display_id&fields=id`)).toEqual([order.id])
    expect(await idsOf(`region_id=${region_id}&q=nobody-has-this`)).toEqual([])
  })

  it('writes every order once, resumes after a crash, and uses an index', async () => {
    const region_id = 'reg_many'
    const ids = (await Promise.all(Array.from({ length: 45 }, () => stored({ region_id, customer_id: 'cus_1' })))).map(
      ({ id }) => id,
    )
    ids.sort()
    const plans = await plansOf(service.db, async () => {
      const { found, lines } = await exported(`region_id=${region_id}`)
      expect([found.orders, lines.map((line) => line.Order_ID)]).toEqual([45, ids])

      // As it is when the process ends after the first page.
      const exports = service.db.collection<{ _id: string }>('order_exports')
      const begun = { status: 'running', parts: 2, written: 20, last_id: ids[19], taken_until: Date.now() - 1 }
      await exports.updateOne({ _id: found.id }, { $set: begun, $inc: { revision: 1 } })
      expect(await files.done(found.id)).toMatchObject({ orders: 45 })
      expect(linesOf(await files.fileOf(found.id)).map((line) => line.Order_ID)).toEqual(ids)
    })
    const own = plans.filter(({ ns }) => /\.(orders|customers)$/.test(ns))
    expect(own.length).toBeGreaterThan(4)
    expect(await unindexed(service.db, own)).toEqual([])
  })

  it('is rejected for unknown parameters and other actors, and created once when retried', async () => {
    expect((await service.admin(exportOrders, { query: 'colour=red' })).status).toBe(400)
    expect((await service.send(exportOrders, { actor: memberOf('sel_1') })).status).toBe(401)
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([1, 2, 3].map(() => service.admin(exportOrders, { query: 'id=order_none', op_id })))
    expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1)
  })

  it('has no file until it is finished', async () => {
    const text = (id: string) => [404, 'not_found', `Order export with id: ${id} was not found`]
    expect(refusal(await service.admin(getOrderExport, { params: { id: 'oexp_none' } }))).toEqual(text('oexp_none'))
    expect(refusal(await files.part('oexp_none', 0))).toEqual(text('oexp_none'))
    const { found, lines } = await exported('id=order_none')
    expect([found.orders, lines]).toEqual([0, []])
    const running = { $set: { status: 'running', taken_until: Date.now() + 60_000 }, $inc: { revision: 1 } }
    await service.db.collection<{ _id: string }>('order_exports').updateOne({ _id: found.id }, running)
    const gone = [404, 'not_found', `The file of order export with id: ${found.id} was not found`]
    expect(refusal(await files.part(found.id, 0))).toEqual(gone)
    const { body } = await service.admin(getOrderExport, { params: { id: found.id } })
    expect(body.order_export).toMatchObject({ status: 'running', file: null })
  })
})
