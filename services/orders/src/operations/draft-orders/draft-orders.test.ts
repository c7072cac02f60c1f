import {
  archiveOrder,
  cancelOrder,
  createDraftOrder,
  createOrderPaymentCollection,
  createPromotion,
  createSalesChannel,
  deleteDraftOrder,
  getDraftOrder,
  getOrder,
  listOrderChanges,
  listOrders,
  markPaymentCollectionAsPaid,
  refundPayment,
  updateDraftOrder,
  updateStore,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { ADMIN, type OrdersUnderTest, startOrdersWithCart } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrdersWithCart()
  const guest = aCustomer({ id: 'cus_guest', email: 'guest@example.com', has_account: false })
  await insertMissing(service.db, {
    customers: [aCustomer(), aCustomer({ id: 'cus_2', email: 'bo@example.com', group_ids: [ids.customer_group] }), guest],
    orders: [anOrderRecord({ id: 'order_sold', display_id: 1000 })],
  })
})
afterAll(() => service.stop())

const SHIRT = { variant_id: ids.variant, quantity: 2 }
const ENGRAVING = { title: 'Engraving', unit_price: 7, quantity: 1 }
const GERMANY = { first_name: 'Ann', city: 'Berlin', country_code: 'de' }
const FORM = { region_id: ids.region, email: 'guest@example.com', shipping_address: GERMANY, items: [SHIRT, ENGRAVING] }
const PARCEL = { name: 'Parcel', shipping_option_id: ids.shipping_option, amount: 10 }

const create = (body: object = {}, options: object = {}) =>
  service.admin(createDraftOrder, { body: { ...FORM, ...body } as never, ...options })
const drafted = async (body: object = {}) => (await create(body)).body.draft_order
const ofDraft = (id: string) => ({ params: { id } })
const get = (id: string) => service.admin(getDraftOrder, ofDraft(id))
const update = (id: string, body: object, options: object = {}) =>
  service.admin(updateDraftOrder, { ...ofDraft(id), body: body as never, ...options })
const remove = (id: string, options: object = {}) => service.admin(deleteDraftOrder, { ...ofDraft(id), ...options })
const notFound = (id: string) => [404, 'not_found', `Order id not found: ${id}`]
const sold = (id: string) => [400, 'invalid_data', `Order ${id} is not a draft order`]

describe('create-draft-order', () => {
  it('prices variants, taxes all lines by destination, and returns the draft', async () => {
    const { status, body } = await create({ shipping_methods: [PARCEL], metadata: { a: 1 }, locale: 'de-DE' })

    expect(status).toBe(200)
    expect(createDraftOrder.response.strict().safeParse(body).error).toBeUndefined()
    const { draft_order } = body
    expect(draft_order).toMatchObject({
      ...{ status: 'draft', is_draft_order: true, version: 1, email: 'guest@example.com', customer_id: 'cus_guest' },
      ...{ currency_code: 'eur', region_id: ids.region, no_notification: false, locale: 'de-DE', metadata: { a: 1 } },
      ...{ seller_id: null, payment_status: 'not_paid', fulfillment_status: 'not_fulfilled', payment_collections: [] },
      items: [
        { variant_id: ids.variant, quantity: 2, unit_price: 20, is_custom_price: false, tax_lines: [{ rate: 19 }] },
        { title: 'Engraving', variant_id: null, unit_price: 7, is_custom_price: true, tax_lines: [{ rate: 19 }] },
      ],
      shipping_methods: [{ name: 'Parcel', amount: 10, data: null, tax_lines: [{ rate: 19 }] }],
      shipping_address: { city: 'Berlin', country: { iso_2: 'de' } },
      ...{ subtotal: 57, total: 67.83, summary: { pending_difference: 67.83, original_order_total: 67.83 } },
    })
    expect((await get(draft_order.id)).body.draft_order).toEqual(draft_order)
    expect(await service.eventsOf(draft_order.id, 1)).toMatchObject([{ type: 'draft-order.created' }])
  })

  it('applies promotion codes, keeps those that take nothing off yet, and rejects unknown ones', async () => {
    const ten = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 }
    const half = { ...ten, target_type: 'shipping_methods', allocation: 'each', max_quantity: 1, value: 50 }
    for (const [code, application_method, status] of [
      ['BORN10', ten, 'active'],
      ['BORNHALF', half, 'active'],
      ['BORNLATE', ten, 'draft'],
    ])
      await service.call(createPromotion, { body: { code, type: 'standard', status, application_method } as never })

    const body = { promo_codes: ['BORN10', 'BORNHALF', 'BORNLATE', 'BORN10'], shipping_methods: [PARCEL] }
    const { status, body: answer } = await create(body)

    expect(status).toBe(200)
    expect(createDraftOrder.response.strict().safeParse(answer).error).toBeUndefined()
    const { draft_order } = answer
    expect(draft_order).toMatchObject({
      items: [{ adjustments: [{ code: 'BORN10', amount: 4 }] }, { adjustments: [{ code: 'BORN10', amount: 0.7 }] }],
      shipping_methods: [{ adjustments: [{ code: 'BORNHALF', amount: 5 }] }],
      ...{ subtotal: 57, discount_subtotal: 9.7, total: 56.287, summary: { original_order_total: 56.287 } },
    })
    expect(draft_order.promotions.map(({ code }: { code: string }) => code).sort()).toEqual(['BORN10', 'BORNHALF', 'BORNLATE'])
    expect((await get(draft_order.id)).body.draft_order).toEqual(draft_order)
    expect(refusal((await create({ promo_codes: ['BORN10', 'NO'] })) as never)).toEqual([
      ...[400, 'invalid_data', 'The promotion code NO is invalid'],
    ])
  })

  it('keeps the draft out of the list of orders, while get-order returns it', async () => {
    const { id, display_id } = await drafted()

    expect((await service.call(listOrders, { query: `id=${id}` })).count).toBe(0)
    expect((await service.call(getOrder, ofDraft(id))).order).toMatchObject({ id, is_draft_order: true })
    expect(display_id).toBeGreaterThan(0)
  })

  it('requires only a region', async () => {
    const bare = { email: 'guest@example.com', shipping_address: undefined, items: undefined }
    expect(await drafted(bare)).toMatchObject({ email: bare.email, items: [], shipping_address: null, total: 0 })
    expect(refusal(await create({ region_id: undefined }))[0]).toBe(400)
  })

  it.each([{ email: undefined }, { email: null, customer_id: null }])(
    'belongs to nobody without a customer and an email, until it is given one (%o)',
    async (nobody) => {
      const { id, ...draft } = await drafted(nobody)
      expect(draft).toMatchObject({ email: null, customer_id: null, customer: null })
      expect(draft.items).toHaveLength(2)

      const named = await update(id, { email: 'late@example.com' })
      expect(named.body.draft_order).toMatchObject({ email: 'late@example.com' })
      const { id: other } = await drafted(nobody)
      const known = await update(other, { email: 'Ann@example.com' })
      expect(known.body.draft_order).toMatchObject({ customer_id: 'cus_1' })
    },
  )

  it('assigns the given customer, the customer with the given email, or a new guest', async () => {
    expect(await drafted({ email: 'ann@example.com' })).toMatchObject({ customer_id: 'cus_1', email: 'ann@example.com' })
    expect(await drafted({ email: undefined, customer_id: 'cus_1' })).toMatchObject({ email: 'ann@example.com' })
    expect(await drafted({ email: 'own@example.com', customer_id: 'cus_1' })).toMatchObject({
      customer_id: 'cus_1',
      email: 'own@example.com',
    })
    expect(await drafted({ customer_id: 'cus_guest', email: 'ann@example.com' })).not.toMatchObject({ customer_id: 'cus_guest' })
    const { customer } = await drafted({ email: 'new@example.com' })
    expect(customer).toMatchObject({ email: 'new@example.com', has_account: false, created_by: 'user_1' })
  })

  it('accepts custom prices and titles', async () => {
    const item = { ...SHIRT, unit_price: 3, title: 'My shirt', sku: 'MY-1', barcode: '123' }
    const { items } = await drafted({ items: [item] })

    const own = { unit_price: 3, title: 'My shirt', is_custom_price: true, variant_sku: 'MY-1', variant_barcode: '123' }
    expect(items).toMatchObject([{ ...own, product: { id: ids.product } }])
  })

  it("prices variants in the draft's currency if the region has another one", async () => {
    const { currency_code, items, total } = await drafted({ currency_code: 'usd', items: [SHIRT] })

    expect(items).toMatchObject([{ unit_price: 22, is_custom_price: false, tax_lines: [{ rate: 19 }] }])
    expect([currency_code, total]).toEqual(['usd', 52.36])
  })

  it('accepts decimal strings as amounts, and ignores unsupported fields of items and methods, as Medusa does', async () => {
    const unit_price = { value: '3.50', precision: 20 }
    const { status, body } = await create({
      items: [
        { ...SHIRT, unit_price: '3', is_discountable: false },
        { ...ENGRAVING, unit_price },
      ],
      shipping_methods: [{ ...PARCEL, amount: '10.25', description: 'Fast' }],
    })
    expect(status, body.message).toBe(200)
    const [shirt, engraving] = body.draft_order.items
    expect([shirt.unit_price, engraving.unit_price, body.draft_order.shipping_methods[0].amount]).toEqual([3, 3.5, 10.25])
    expect(shirt.is_discountable).toBe(true)
    const inexact = await create({ items: [{ ...ENGRAVING, unit_price: '0.12345678901234567' }] })
    expect(refusal(inexact)).toEqual([400, 'invalid_data', expect.stringContaining('more digits than can be kept')])
  })

  it('uses the given sales channel, none for null, or the store’s default', async () => {
    expect(await drafted({ sales_channel_id: ids.sales_channel })).toMatchObject({ sales_channel: { id: ids.sales_channel } })
    expect(await drafted({ sales_channel_id: null })).toMatchObject({ sales_channel_id: null, sales_channel: null })
    const [store] = await service.pricing.db.collection<{ _id: string }>('stores').find().toArray()
    const body = { default_sales_channel_id: ids.sales_channel }
    await service.pricing.call(updateStore, { actor: ADMIN, params: { id: store!._id }, body })
    expect(await drafted()).toMatchObject({ sales_channel: { id: ids.sales_channel } })
  })

  it.each([
    ['an unknown region', { region_id: 'reg_none' }, [404, 'not_found', 'No regions found']],
    ['an invalid e-mail', { email: 'not' }, [400, 'invalid_data', 'The email is not valid']],
    ['an unknown customer', { customer_id: 'cus_no' }, [404, 'not_found', 'Customer with id: cus_no was not found']],
    ['an unknown sales channel', { sales_channel_id: 'sc_no' }, [404, 'not_found', 'SalesChannel with id: sc_no was not found']],
    [
      'an item without a title',
      { items: [{ unit_price: 1, quantity: 1 }] },
      [400, 'invalid_data', 'Items must have either a variant_id or a title'],
    ],
    ['an item without a price', { items: [{ title: 'x', quantity: 1 }] }, [400, 'invalid_data', 'Items x do not have a price']],
    ['a quantity of zero', { items: [{ ...SHIRT, quantity: 0 }] }, [400, 'invalid_data', 'Item quantity must be greater than 0']],
    [
      'an unknown variant',
      { items: [{ variant_id: 'variant_no', quantity: 1 }] },
      [400, 'invalid_data', 'Variants variant_no do not exist or belong to a product that is not published'],
    ],
    [
      'a currency that the variants have no price in',
      { currency_code: 'chf' },
      [400, 'invalid_data', `Variants with IDs ${ids.variant} do not have a price`],
    ],
  ])('rejects %s and creates no guest', async (_what, body, refused) => {
    expect(refusal(await create({ email: 'refused@example.com', ...body }))).toEqual(refused)
    expect(await service.db.collection('customers').countDocuments({ email: 'refused@example.com' })).toBe(0)
  })

  it('creates one draft for concurrent and retried requests', async () => {
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([1, 2, 3].map(() => create({ email: 'once@example.com' }, { op_id })))
    const again = await create({ email: 'once@example.com' }, { op_id })

    for (const { body } of answers) expect(body).toEqual(again.body)
    expect(await service.db.collection('orders').countDocuments({ email: 'once@example.com' })).toBe(1)
  })
})

describe('update-draft-order', () => {
  it('changes each part, records it as an order change and publishes an event', async () => {
    const { id } = await drafted({ sales_channel_id: null, metadata: { a: 1 } })

    const { status, body } = await update(id, {
      ...{ email: 'new@example.com', customer_id: 'cus_1', sales_channel_id: ids.sales_channel, metadata: { b: 2 } },
      ...{ billing_address: { first_name: 'Bo', country_code: 'de' }, locale: 'de-DE' },
    })

    expect(status).toBe(200)
    expect(updateDraftOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.draft_order).toMatchObject({
      ...{ email: 'new@example.com', customer: { id: 'cus_1' }, sales_channel: { id: ids.sales_channel } },
      ...{
        metadata: { a: 1, b: 2 },
        billing_address: { first_name: 'Bo', country: { iso_2: 'de' } },
        version: 1,
        locale: 'de-DE',
      },
    })
    expect((await get(id)).body).toEqual(body)
    const { order_changes } = await service.call(listOrderChanges, ofDraft(id))
    const noted = order_changes.map(({ actions, created_by }) => [actions[0]!.details.type, created_by])
    const parts = ['billing_address', 'customer_id', 'email', 'locale', 'metadata', 'sales_channel_id']
    expect(noted.sort()).toEqual(parts.map((part) => [part, 'user_1']))
    for (const [created_by, expected] of [
      ['user_2', 'user_2'],
      [null, 'apk_1'],
      [undefined, 'apk_1'],
    ]) {
      await update(
        id,
        { locale: `de-${expected}` },
        { actor: { type: 'secret-key', id: 'apk_1', identity_id: null, created_by } },
      )
      const last = await service.call(listOrderChanges, { ...ofDraft(id), query: 'order=-created_at&limit=1' })
      expect(last.order_changes).toMatchObject([{ created_by: expected, confirmed_by: expected }])
    }
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'draft-order.updated' })
  })

  it('recalculates all taxes when the destination changes', async () => {
    const { id } = await drafted({ shipping_methods: [PARCEL] })

    const { draft_order } = (await update(id, { shipping_address: { country_code: 'fr' } })).body

    expect(draft_order.shipping_address).toMatchObject({ first_name: 'Ann', country_code: 'fr', country: { iso_2: 'fr' } })
    const lines = [...draft_order.items, ...draft_order.shipping_methods]
    expect(lines.map(({ tax_lines }) => tax_lines.map(({ rate }: { rate: number }) => rate))).toEqual([[20], [20], [20]])
    expect(draft_order).toMatchObject({ subtotal: 57, total: 68.4, summary: { pending_difference: 68.4 } })
    expect((await update(id, { shipping_address: { country_code: 'us' } })).body.draft_order).toMatchObject({ tax_total: 0 })
  })

  it('assigns the guest with the given email to a draft without a customer', async () => {
    const { id } = await drafted()
    const nobodys = { $set: { email: null, customer_id: null }, $inc: { revision: 1 } } // like an old draft
    await service.db.collection('orders').updateOne({ _id: id as never }, nobodys)

    expect((await update(id, { email: 'guest@example.com' })).body.draft_order).toMatchObject({ customer_id: 'cus_guest' })
    expect((await update(id, { email: 'other@example.com' })).body.draft_order).toMatchObject({ customer_id: 'cus_guest' })
  })

  it('changes nothing when nothing differs, and applies a retried request once', async () => {
    const { id } = await drafted()
    const op_id = mintOpId(Date.now())

    expect((await update(id, {})).body.draft_order.updated_at).toBe((await get(id)).body.draft_order.created_at)
    await Promise.all([1, 2, 3].map(() => update(id, { metadata: { n: 1 } }, { op_id })))
    expect((await service.call(listOrderChanges, ofDraft(id))).order_changes).toHaveLength(1)
  })

  it('rejects placed orders, unknown records and invalid emails', async () => {
    const { id } = await drafted()

    expect(refusal(await update('order_sold', { email: 'a@example.com' }))).toEqual(sold('order_sold'))
    expect(refusal(await update('order_none', {}))).toEqual(notFound('order_none'))
    expect(refusal(await update(id, { email: 'not' }))).toEqual([400, 'invalid_data', 'The email is not valid'])
    const noCustomer = [404, 'not_found', 'Customer with id: cus_no was not found']
    expect(refusal(await update(id, { customer_id: 'cus_no' }))).toEqual(noCustomer)
    const noChannel = [404, 'not_found', 'SalesChannel with id: sc_no was not found']
    const shut = { name: 'Closed', is_disabled: true }
    const closed = (await service.pricing.call(createSalesChannel, { actor: ADMIN, body: shut })).sales_channel.id
    const disabled = [400, 'invalid_data', 'Unable to assign cart to disabled Sales Channel: Closed']
    expect(refusal(await update(id, { sales_channel_id: closed }))).toEqual(disabled)
    expect(refusal(await update(id, { sales_channel_id: 'sc_no' }))).toEqual(noChannel)
  })
})

describe('delete-draft-order', () => {
  it('deletes a draft once and publishes an event', async () => {
    const { id } = await drafted()
    const op_id = mintOpId(Date.now())

    const { status, body } = await remove(id, { op_id })

    expect([status, body]).toEqual([200, { id, object: 'draft-order', deleted: true }])
    expect((await remove(id, { op_id })).body).toEqual(body)
    expect(refusal(await remove(id))).toEqual(notFound(id))
    expect(refusal(await get(id))).toEqual(notFound(id))
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'draft-order.deleted' })
  })

  const paying = async (id: string) =>
    (await service.call(createOrderPaymentCollection, { body: { order_id: id } })).payment_collection.id
  const pay = (id: string, order_id: string) => service.admin(markPaymentCollectionAsPaid, { params: { id }, body: { order_id } })

  it('is rejected while the draft is paid, and succeeds once the money is refunded', async () => {
    const { id } = await drafted()
    const { body } = await pay(await paying(id), id)
    expect(refusal(await remove(id))).toEqual([
      ...[400, 'not_allowed'],
      `Draft order ${id} was paid. Refund its payments before it is deleted`,
    ])
    await service.call(refundPayment, { params: { id: body.payment_collection.payments[0].id }, body: {} })
    expect((await remove(id)).status).toBe(200)
  })

  it('cancels authorized payments along with the draft', async () => {
    const { summary: _, ...order } = anOrderRecord({ id: 'order_held', display_id: 9000, is_draft_order: true, status: 'draft' })
    const { payment_collections } = withPayments(order, { n: 9000, days: 1, state: 'authorized' })
    await insertMissing(service.db, { orders: [anOrderRecord({ ...order, payment_collections })] })
    expect((await remove(order.id)).status).toBe(200)
    const document = await service.db.collection<{ _id: string } & OrderRecord>('orders').findOne({ _id: order.id })
    const canceled = { canceled_at: document!.deleted_at }
    expect(document!.payment_collections).toMatchObject([{ status: 'canceled', payments: [canceled] }])
  })

  it('never succeeds together with a concurrent payment', async () => {
    const { id } = await drafted()
    const collection = await paying(id)
    const [removed, paid] = await Promise.all([remove(id), pay(collection, id)])
    expect([removed.status, paid.status].filter((status) => status === 200)).toHaveLength(1)
  })

  it('rejects placed and unknown orders', async () => {
    expect(refusal(await remove('order_sold'))).toEqual(sold('order_sold'))
    expect(refusal(await remove('order_none'))).toEqual(notFound('order_none'))
  })
})

describe('get-draft-order', () => {
  it('returns 404 for placed orders', async () => {
    expect(refusal(await get('order_sold'))).toEqual(notFound('order_sold'))
  })
})

describe('a draft', () => {
  it('reserves no stock, and can be canceled and archived like an order', async () => {
    const { variant_id, item } = await aStockedVariant(service, 5)
    const { id } = await drafted({ items: [{ variant_id, quantity: 3, unit_price: 1 }] })

    await service.call(cancelOrder, ofDraft(id))
    await service.call(archiveOrder, ofDraft(id))

    expect(await reservedOf(service, item)).toBe(0)
  })
})
