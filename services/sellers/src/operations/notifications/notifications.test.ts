import {
  type Event,
  getNotification,
  inventoryItemExportFinished,
  listNotifications,
  listVendorNotifications,
  orderExportFinished,
  orderPlaced,
  productExportFinished,
  productImportFailed,
  productImportFinished,
  requestCreated,
} from '@souk/contracts'
import { consumerOf } from '@souk/runtime'
import { plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids as seeded } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer, anOrderRecord } from '../../../../orders/test/records.ts'
import { memberOf } from '../../../test/builders.ts'
import { requesting } from '../../../test/requesting.ts'
import { type SellersUnderTest, startForAdministrators, startOrders } from '../../../test/service.ts'

let service: SellersUnderTest
let orders: Awaited<ReturnType<typeof startOrders>>
beforeAll(async () => {
  service = await startForAdministrators({ GATEWAY_URL: 'https://api.shop.example/' })
  orders = await startOrders(service.servers)
  const { id } = await someoneAsking()
  await service.eventsOf(id, 1) // the stream exists by then
})
afterAll(async () => {
  await orders.stop()
  await service.stop()
})
const { someoneAsking } = requesting(() => service)

let told = 0
/** Publishes an event as its service does. */
function tell<E extends Event>(
  event: E,
  ids: Parameters<E>[0],
  { id = `rec_${++told}`, seq = 1, at = new Date().toISOString() } = {},
) {
  const message = { id, seq, type: event.type, at, ids }
  service.bus.nc.publish(event.subject, JSON.stringify(message))
  return message
}
const list = async (query = '') => (await service.admin(listNotifications, { query })).body
const vendors = async (seller_id: string, query = '') =>
  (await service.send(listVendorNotifications, { query, actor: memberOf(seller_id) })).body
/** The notifications about a record, once there are `count`. */
const about = (resource_id: string, count = 1) =>
  vi.waitFor(
    async () => {
      const { notifications } = await list(`q=${resource_id}`)
      expect(notifications).toHaveLength(count)
      return notifications
    },
    { interval: 100 },
  )

/** Resolves once no event of this kind waits to be handled or retried. */
const handled = (event: Event) =>
  vi.waitFor(async () => {
    const info = (await service.bus.nc.request(`$JS.API.CONSUMER.INFO.evt.${consumerOf('sellers', event)}`)).json()
    expect(info).toMatchObject({ num_pending: 0, num_ack_pending: 0 })
  })

describe('notifications for administrators', () => {
  it.each([
    ['Product export', 'product-export', productExportFinished],
    ['Inventory item export', 'inventory-item-export', inventoryItemExportFinished],
    ['Order export', 'order-export', orderExportFinished],
  ])('tell of an export (%s), with the address of its file', async (title, kind, event) => {
    const id = `${kind}_1`
    tell(event, { id })
    const [notification] = await about(id)
    expect(listNotifications.response.shape.notifications.element.strict().safeParse(notification).error).toBeUndefined()
    expect(notification).toMatchObject({
      ...{ to: '', channel: 'feed', template: 'admin-ui', trigger_type: event.type, resource_id: id, resource_type: kind },
      data: {
        ...{ title, description: `${title} completed successfully!` },
        file: {
          url: `https://api.shop.example/admin/${kind}s/${id}/file`,
          filename: `${id}-${kind}s.csv`,
          mimeType: 'text/csv',
        },
      },
    })
  })

  it('tell of imports, and whether everything was imported', async () => {
    tell(productImportFinished, { id: 'pimp_1', originalname: 'shirts.csv' })
    tell(productImportFailed, { id: 'pimp_2', originalname: 'socks.csv' })
    const [[finished], [failed]] = await Promise.all([about('pimp_1'), about('pimp_2')])
    expect(finished.data).toEqual({
      title: 'Product import',
      description: 'Product import of file shirts.csv completed successfully!',
    })
    expect(failed.data.description).toBe('Not all products of file socks.csv could be imported.')
  })

  it('tell of somebody who asks to become a seller', async () => {
    const { id } = await someoneAsking({ name: 'Paper & Pen' })
    const [notification] = await about(id)
    expect(notification).toMatchObject({
      ...{ channel: 'feed', trigger_type: 'request.created', resource_type: 'request' },
      data: { title: 'Seller request', description: 'Paper & Pen asks to become a seller.' },
    })
    tell(requestCreated, { id: 'req_none', submitter_id: 'authid_1' }, { id: 'req_none' })
    await about((await someoneAsking()).id)
    await handled(requestCreated)
    await about('req_none', 0)
  })
})

describe('notifications for sellers', () => {
  const seller_id = 'sel_of_orders'
  /** Places an order of the seller, and publishes its event. */
  async function placed(overrides: object) {
    const order = anOrderRecord({ seller_id, ...overrides })
    await insertMissing(orders.db, { orders: [order] })
    tell(orderPlaced, { id: order.id }, { id: order.id })
    return order
  }

  it('tell of new orders, with the name of the customer or of the address', async () => {
    await insertMissing(orders.db, { customers: [aCustomer({ id: 'cus_ann', first_name: 'Ann', last_name: 'Lee' })] })
    const known = await placed({ customer_id: 'cus_ann' })
    const guest = await placed({ customer_id: null })
    const nobody = await placed({ customer_id: null, shipping_address: null })

    const names = [known, guest, nobody].map(async ({ id }) => (await about(id))[0].data)
    const { first_name, last_name } = guest.shipping_address!
    expect(await Promise.all(names)).toEqual([
      { order_id: known.id, customer_name: 'Ann Lee' },
      { order_id: guest.id, customer_name: `${first_name} ${last_name}` },
      { order_id: nobody.id, customer_name: '' },
    ])
    const own = await vendors(seller_id)
    expect(listVendorNotifications.response.strict().safeParse(own).error).toBeUndefined()
    expect(own).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(own.notifications[0]).toMatchObject({
      to: seller_id,
      channel: 'seller_feed',
      template: 'seller_new_order_notification',
    })
    expect((await vendors(seller_id, 'limit=1&offset=0&fields=created_at')).notifications).toEqual([
      { id: expect.any(String), created_at: expect.any(String) },
    ])
    expect((await vendors('sel_other')).count).toBe(0)
    expect((await vendors(seller_id, `q=${known.id}`)).count).toBe(1)
  })

  it('do not tell of orders that are not theirs', async () => {
    const own = await placed({ seller_id: null })
    tell(orderPlaced, { id: 'order_none' })
    const theirs = await placed({})
    await about(theirs.id)
    await handled(orderPlaced)
    await about(own.id, 0)
    await about('order_none', 0)
  })
})

describe('list-notifications and get-notification', () => {
  it('keep one notification for an event that is delivered twice', async () => {
    const { at } = tell(productExportFinished, { id: 'pexp_twice' }, { id: 'pexp_twice' })
    await about('pexp_twice')
    tell(productExportFinished, { id: 'pexp_twice' }, { id: 'pexp_twice', at })
    tell(productExportFinished, { id: 'pexp_thrice' })
    await about('pexp_thrice')
    await about('pexp_twice')
  })

  it('show the newest one for administrators by default, and those for sellers on request', async () => {
    const newest = { id: 'pexp_newest' }
    tell(productExportFinished, newest)
    const [{ created_at }] = await about('pexp_newest')
    const order = anOrderRecord({ seller_id: 'sel_later' })
    await insertMissing(orders.db, { orders: [order] })
    tell(orderPlaced, { id: order.id }, { id: order.id })
    const [sellers] = await about(order.id)
    expect(sellers.created_at > created_at).toBe(true)

    expect((await list('limit=1&offset=0&fields=created_at')).notifications).toMatchObject([{ created_at }])
    for (const query of [
      `id=${sellers.id}`,
      'channel=seller_feed&limit=1',
      'to=sel_later',
      `$or[0][to]=sel_later&$or[1][to]=sel_none`,
    ])
      expect((await list(query)).notifications).toEqual([sellers])
  })

  it('date notifications by their event, and keep them for 30 days', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    const [old, recent] = [days(31), days(29)]
    tell(productExportFinished, { id: 'pexp_old' }, { at: old })
    tell(productExportFinished, { id: 'pexp_recent' }, { at: recent })
    expect((await about('pexp_recent'))[0]).toMatchObject({ created_at: recent, updated_at: recent })
    await about('pexp_old', 0)
    await service.deps.notifications.removeOlder(days(28), Date.now() + 5000)
    await about('pexp_recent', 0)
  })

  it('answer the queries of the dashboard', async () => {
    const feed = await list('to[0]=user_1&to[1]=ann@example.com&to[2]=&channel=feed&limit=20&offset=0')
    expect(feed.count).toBeGreaterThan(4)
    expect(new Set(feed.notifications.map(({ channel }: { channel: string }) => channel))).toEqual(new Set(['feed']))
    const dates = feed.notifications.map(({ created_at }: { created_at: string }) => created_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await list('to=sel_of_orders')).count).toBe(4)
    expect((await list('channel=email')).count).toBe(0)
    const [first] = feed.notifications
    const { body, etag } = await service.admin(getNotification, { params: { id: first.id } })
    expect([body, etag]).toEqual([{ notification: first }, '"1"'])
    expect(getNotification.response.strict().safeParse(body).error).toBeUndefined()
  })

  it('reject unknown notifications and unsupported filters', async () => {
    const unknown = await service.admin(getNotification, { params: { id: 'noti_none' } })
    expect(refusal(unknown)).toEqual([404, 'not_found', 'Notification with id: noti_none not found'])
    expect((await service.admin(listNotifications, { query: 'status=success' })).status).toBe(400)
    expect((await service.send(listVendorNotifications, { query: `to=${seeded.seller}`, actor: memberOf('sel_1') })).status).toBe(
      400,
    )
  })

  it('are answered from indexes', async () => {
    const asked = [
      '',
      'channel=feed&to[0]=&to[1]=user_1',
      'to=sel_1',
      'created_at[$gte]=2026-01-01',
      'q=pexp',
      'order=-updated_at',
    ]
    const plans = await plansOf(service.db, async () => {
      for (const query of asked) await list(query)
      await vendors('sel_of_orders')
    })
    const own = plans.filter(({ ns }) => ns.endsWith('.notifications'))
    expect(own.length).toBeGreaterThan(asked.length)
    for (const { planSummary } of own) expect(planSummary).toMatch(/^(IXSCAN|COUNT_SCAN|IDHACK)/)
  })
})
