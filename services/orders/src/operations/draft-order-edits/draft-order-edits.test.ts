import {
  addDraftOrderItems,
  addDraftOrderShippingMethod,
  beginDraftOrderEdit,
  cancelDraftOrderEdit,
  confirmDraftOrderEdit,
  confirmOrderEdit,
  convertDraftOrder,
  createDraftOrder,
  getDraftOrder,
  listOrderChanges,
  type Operation,
  previewOrder,
  removeDraftOrderAddedShippingMethod,
  removeDraftOrderItem,
  removeDraftOrderShippingMethod,
  requestDraftOrderEdit,
  updateDraftOrder,
  updateDraftOrderAddedItem,
  updateDraftOrderAddedShippingMethod,
  updateDraftOrderItem,
  updateDraftOrderShippingMethod,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCustomer } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrdersWithCart, UNKNOWN_OPTION, UNPRICED } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrdersWithCart()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const ENGRAVING = { title: 'Engraving', unit_price: 7, quantity: 1 }
const PARCEL = { name: 'Parcel', shipping_option_id: ids.shipping_option, amount: 10 }
const FORM = { region_id: ids.region, email: 'ann@example.com', shipping_address: { country_code: 'de' } }

/** A draft of two shirts at 20 euros and a parcel of 10. */
async function draft() {
  const body = { ...FORM, items: [{ variant_id: ids.variant, quantity: 2 }], shipping_methods: [PARCEL] }
  return (await service.call(createDraftOrder, { body: body as never })).draft_order
}
const of = (operation: Operation, params: object, body?: object, options: object = {}) =>
  service.admin(operation, { params, ...(body && { body }), ...options } as never)
async function edited() {
  const made = await draft()
  await of(beginDraftOrderEdit, { id: made.id })
  return made
}
const addItems = (id: string, items: object[] = [ENGRAVING], options = {}) => of(addDraftOrderItems, { id }, { items }, options)
const addMethod = (id: string, body: object = {}) =>
  of(addDraftOrderShippingMethod, { id }, { shipping_option_id: EXPRESS, ...body })
const preview = async (id: string) => (await service.call(previewOrder, { params: { id } })).order
const actions = async (id: string) => (await preview(id)).order_change!.actions
const get = async (id: string) => (await service.call(getDraftOrder, { params: { id } })).draft_order
const confirm = (id: string, options: object = {}) => of(confirmDraftOrderEdit, { id }, undefined, options)

describe('an edit of a draft', () => {
  it('gives the draft a payment collection when it is first confirmed, even if it changes nothing', async () => {
    const { id, total } = await edited()
    expect((await get(id)).payment_collections).toEqual([])
    await confirm(id)
    const { payment_collections } = await get(id)
    expect(payment_collections).toMatchObject([{ status: 'not_paid', amount: total }])
    await of(beginDraftOrderEdit, { id })
    await confirm(id)
    expect(await get(id)).toMatchObject({ version: 3, payment_collections })
  })

  it('gives the draft a payment collection when it is requested, for the total before the edit', async () => {
    const { id, total } = await edited()
    await addItems(id)
    await of(requestDraftOrderEdit, { id })
    const asked = await get(id)
    expect(asked).toMatchObject({ version: 1, total, payment_collections: [{ status: 'not_paid', amount: total }] })
    await confirm(id)
    const [collection, ...others] = (await get(id)).payment_collections
    expect([collection, others]).toMatchObject([{ id: asked.payment_collections[0]!.id, amount: 67.83 }, []])
  })

  it('shows the changed shipping method when it is confirmed as an order edit', async () => {
    const { id, shipping_methods } = await edited()
    await of(updateDraftOrderShippingMethod, { id, method_id: shipping_methods[0]!.id }, { custom_amount: 4 })
    const { order_preview } = (await of(confirmOrderEdit, { id })).body
    expect(order_preview).toMatchObject({ total: (await get(id)).total, shipping_methods: [{ amount: 4 }] })
  })

  it('is begun, requested, and becomes the next version when confirmed', async () => {
    const { id } = await draft()

    const begun = await of(beginDraftOrderEdit, { id })
    expect(beginDraftOrderEdit.response.strict().safeParse(begun.body).error).toBeUndefined()
    const pending = { status: 'pending', version: 2, change_type: 'edit', created_by: null }
    expect(begun.body.draft_order_preview.order_change).toMatchObject(pending)
    await addItems(id)
    const { body } = await of(requestDraftOrderEdit, { id })
    expect(body.draft_order_preview).toMatchObject({ total: 67.83, order_change: { status: 'requested' } })
    expect(await get(id)).toMatchObject({ version: 1, total: 59.5 })

    const confirmed = await confirm(id)

    expect(confirmed.body.draft_order_preview).toMatchObject({ version: 2, total: 67.83, order_change: { status: 'confirmed' } })
    expect(await get(id)).toMatchObject({
      ...{ version: 2, total: 67.83, is_draft_order: true, status: 'draft' },
      ...{
        payment_collections: [{ status: 'not_paid', amount: 67.83 }],
        items: [{ quantity: 2 }, { title: 'Engraving', tax_lines: [{ rate: 19 }] }],
      },
    })
    const events = (await service.eventsOf(id, 6)).map(({ type }) => type)
    expect(events).toEqual([
      'draft-order.created',
      ...['created', 'updated', 'requested'].map((what) => `order-edit.${what}`),
      ...['payment-collection.created', 'order-edit.confirmed'],
    ])
  })

  it('requests payment of the draft’s total, also when its taxes change later', async () => {
    const { id } = await edited()
    await addItems(id)
    await confirm(id)

    await service.call(updateDraftOrder, { params: { id }, body: { shipping_address: { country_code: 'fr' } } })

    expect(await get(id)).toMatchObject({ total: 68.4, payment_collections: [{ status: 'not_paid', amount: 68.4 }] })
  })

  it('is canceled as a whole', async () => {
    const { id, total } = await edited()
    await addItems(id)

    const { body } = await of(cancelDraftOrderEdit, { id })

    expect(body).toEqual({ id, object: 'draft-order-edit', deleted: true })
    expect(await preview(id)).toMatchObject({ total })
    expect(await preview(id)).not.toHaveProperty('order_change')
    expect((await service.call(listOrderChanges, { params: { id } })).order_changes).toEqual([])
    expect(await service.keptChanges(id)).toMatchObject([{ status: 'canceled' }])
  })

  it('is begun and confirmed once under concurrent requests', async () => {
    const { id } = await draft()
    const begun = await Promise.all([1, 2].map(() => of(beginDraftOrderEdit, { id })))
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 400])
    const op_id = mintOpId(Date.now())
    await Promise.all([1, 2].map(() => addItems(id, [ENGRAVING], { op_id })))
    expect(await actions(id)).toHaveLength(1)

    const confirmed = await Promise.all([1, 2].map(() => confirm(id)))

    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await get(id)).toMatchObject({ version: 2, items: [{}, {}] })
  })

  it('reserves no stock; the conversion does', async () => {
    const { variant_id, item } = await aStockedVariant(service, 5)
    const { id } = await edited()
    await addItems(id, [{ variant_id, quantity: 3, unit_price: 1 }, ENGRAVING])
    await confirm(id)
    expect(await reservedOf(service, item)).toBe(0)

    await service.call(convertDraftOrder, { params: { id } })

    expect(await reservedOf(service, item)).toBe(3)
  })

  it.each([
    ['begin', beginDraftOrderEdit, {}, undefined],
    ['cancel', cancelDraftOrderEdit, {}, undefined],
    ['request', requestDraftOrderEdit, {}, undefined],
    ['confirm', confirmDraftOrderEdit, {}, undefined],
    ['add items', addDraftOrderItems, {}, { items: [ENGRAVING] }],
    ['change an added item', updateDraftOrderAddedItem, { action_id: 'a' }, { quantity: 1 }],
    ['take an item back', removeDraftOrderItem, { action_id: 'a' }, undefined],
    ['change an item', updateDraftOrderItem, { item_id: 'i' }, { quantity: 1 }],
    ['add a method', addDraftOrderShippingMethod, {}, { shipping_option_id: EXPRESS }],
    ['change an added method', updateDraftOrderAddedShippingMethod, { action_id: 'a' }, { custom_amount: 1 }],
    ['take a method back', removeDraftOrderAddedShippingMethod, { action_id: 'a' }, undefined],
    ['change a method', updateDraftOrderShippingMethod, { method_id: 'm' }, { custom_amount: 1 }],
    ['remove a method', removeDraftOrderShippingMethod, { method_id: 'm' }, undefined],
  ])('%s: is rejected for placed orders, unknown orders, and without an edit', async (what, operation, params, body) => {
    const [plain, sold] = await Promise.all([draft(), draft()])
    await service.call(convertDraftOrder, { params: { id: sold.id } })
    const ask = async (id: string) => refusal((await of(operation as Operation, { id, ...params }, body)) as never)

    const text = what === 'begin' ? `Order ${sold.id} is not a draft order` : 'Order is not a draft'
    expect(await ask(sold.id)).toEqual([400, 'invalid_data', text])
    expect(await ask('order_none')).toEqual([404, 'not_found', 'Order id not found: order_none'])
    if (what !== 'begin')
      expect(await ask(plain.id)).toEqual([400, 'invalid_data', 'An active Order Change is required to proceed'])
  })
})

describe('items of a draft', () => {
  it('are added from the catalog or as custom items', async () => {
    const { id } = await edited()

    const { status, body } = await addItems(id, [
      { variant_id: ids.second_variant, quantity: 1, title: 'Other', internal_note: 'gift' },
      { ...ENGRAVING, metadata: { text: 'Ann' }, compare_at_unit_price: 9 },
    ])

    expect(status).toBe(200)
    expect(addDraftOrderItems.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.draft_order_preview.items.slice(1)).toMatchObject([
      {
        variant_id: ids.second_variant,
        title: 'Other',
        unit_price: 25,
        actions: [{ action: 'ITEM_ADD', internal_note: 'gift' }],
      },
      { ...ENGRAVING, variant_id: null, compare_at_unit_price: 9, metadata: { text: 'Ann' }, tax_lines: [{ rate: 19 }] },
    ])
  })

  it('can be changed and removed', async () => {
    const { id, items } = await edited()
    await addItems(id)
    const [added] = await actions(id)

    const changed = await of(updateDraftOrderAddedItem, { id, action_id: added!.id }, { quantity: 3, unit_price: 5 })
    expect(changed.body.draft_order_preview.items[1]).toMatchObject({ quantity: 3, unit_price: 5 })
    await of(removeDraftOrderItem, { id, action_id: added!.id })
    const { body } = await of(updateDraftOrderItem, { id, item_id: items[0]!.id }, { quantity: 1, metadata: { k: 'v' } })

    expect(body.draft_order_preview).toMatchObject({ total: 35.7, items: [{ quantity: 1, metadata: { k: 'v' } }] })
    await confirm(id)
    expect(await get(id)).toMatchObject({ total: 35.7, items: [{ quantity: 1, metadata: { k: 'v' } }] })
  })

  it('are rejected without a title, price or quantity, and for unknown variants, lines or actions', async () => {
    const { id } = await edited()
    const refused = async (item: object) => refusal(await addItems(id, [item]))

    const described = [400, 'invalid_data', 'Invalid request: Items must have either a variant_id or a title']
    expect(await refused({ unit_price: 1, quantity: 1 })).toEqual(described)
    expect(await refused({ title: 'x', quantity: 1 })).toEqual([400, 'invalid_data', 'Items x do not have a price'])
    const unitless = [400, 'invalid_data', 'Item quantity must be greater than 0']
    expect(refusal(await addItems(id, [{ ...ENGRAVING, quantity: 0 }]))).toEqual(unitless)
    const unknown = 'Variants variant_no do not exist or belong to a product that is not published'
    expect(await refused({ variant_id: 'variant_no', quantity: 1 })).toEqual([400, 'invalid_data', unknown])
    const noLine = await of(updateDraftOrderItem, { id, item_id: 'ordli_no' }, { quantity: 1 })
    expect(refusal(noLine as never)).toEqual([404, 'not_found', 'Item ID "ordli_no" not found.'])
    const change_id = (await service.keptChanges(id))[0]!.id
    const missing = (what: string) => [400, 'invalid_data', `${what} for order ${id} in order change ${change_id}`]
    const update = await of(updateDraftOrderAddedItem, { id, action_id: 'no' }, { quantity: 1 })
    expect(refusal(update as never)).toEqual(missing('No request to add item'))
    const remove = await of(removeDraftOrderItem, { id, action_id: 'no' })
    expect(refusal(remove as never)).toEqual(missing('No item found'))
  })
})

describe('shipping methods of a draft', () => {
  it('can be added, changed and removed', async () => {
    const { id } = await edited()

    const added = (await addMethod(id, { description: 'By noon' })).body.draft_order_preview
    expect(added.shipping_methods[1]).toMatchObject({ amount: 15, description: 'By noon', tax_lines: [{ rate: 19 }] })
    const { id: action_id } = (await actions(id))[0]!
    const update = async (body: object) =>
      (await of(updateDraftOrderAddedShippingMethod, { id, action_id }, body)).body.draft_order_preview.shipping_methods[1]
    const own = { custom_amount: 4, description: null, metadata: { a: 1 } }
    expect(await update(own)).toMatchObject({ amount: 4, is_custom_amount: true, description: null, metadata: { a: 1 } })
    expect(await update({ custom_amount: null, shipping_option_id: EXPRESS })).toMatchObject({
      amount: 15,
      is_custom_amount: false,
    })

    const { body } = await of(removeDraftOrderAddedShippingMethod, { id, action_id })

    expect(body.draft_order_preview).toMatchObject({ total: 59.5, shipping_methods: [{ amount: 10 }] })
  })

  it('already on the draft get a new amount or option when the edit is confirmed', async () => {
    const { id, shipping_methods } = await edited()
    const method_id = shipping_methods[0]!.id
    const update = (body: object) => of(updateDraftOrderShippingMethod, { id, method_id }, body)

    const moved = (await update({ shipping_option_id: EXPRESS })).body.draft_order_preview
    expect(moved.shipping_methods).toMatchObject([
      { id: method_id, shipping_option_id: EXPRESS, amount: 15, tax_lines: [{ rate: 19, shipping_method_id: method_id }] },
    ])
    const { draft_order_preview } = (await update({ custom_amount: 4, internal_note: 'Agreed' })).body
    expect(draft_order_preview).toMatchObject({ total: 52.36, shipping_methods: [{ amount: 4, is_custom_amount: true }] })
    expect(draft_order_preview.order_change.actions[1]).toMatchObject({
      ...{ action: 'SHIPPING_UPDATE', reference_id: method_id, internal_note: 'Agreed' },
      details: { old_amount: 15, new_amount: 4, old_shipping_option_id: EXPRESS, new_shipping_option_id: EXPRESS },
    })
    expect(await get(id)).toMatchObject({ total: 59.5, shipping_methods: [{ amount: 10 }] })

    await confirm(id)

    expect(await get(id)).toMatchObject({
      total: 52.36,
      shipping_methods: [{ id: method_id, amount: 4, shipping_option_id: EXPRESS }],
    })
  })

  it('already on the draft are removed, with their taxes, when the edit is confirmed', async () => {
    const { id, shipping_methods } = await edited()
    await addMethod(id)

    const { body } = await of(removeDraftOrderShippingMethod, { id, method_id: shipping_methods[0]!.id })

    expect(body.draft_order_preview.shipping_methods).toMatchObject([{ shipping_option_id: EXPRESS }])
    expect(await get(id)).toMatchObject({ shipping_methods: [{ id: shipping_methods[0]!.id }] })
    await confirm(id)
    expect(await get(id)).toMatchObject({
      total: 65.45,
      shipping_total: 17.85,
      shipping_methods: [{ shipping_option_id: EXPRESS }],
    })
  })

  it('are rejected when unknown or without a price', async () => {
    const { id, shipping_methods } = await edited()
    const method_id = shipping_methods[0]!.id
    const noMethod = [400, 'invalid_data', 'A shipping method with id ordsm_no was not found']
    const noOption = [404, 'not_found', `ShippingOption id not found: ${UNKNOWN_OPTION}`]
    const noPrice = [400, 'invalid_data', `Shipping options with IDs ${UNPRICED} do not have a price`]
    const update = async (id_: string, body: object) =>
      refusal((await of(updateDraftOrderShippingMethod, { id, method_id: id_ }, body)) as never)

    expect(await update('ordsm_no', { custom_amount: 1 })).toEqual(noMethod)
    expect(await update(method_id, { shipping_option_id: UNKNOWN_OPTION })).toEqual(noOption)
    expect(await update(method_id, { shipping_option_id: UNPRICED })).toEqual(noPrice)
    expect(refusal((await addMethod(id, { shipping_option_id: UNKNOWN_OPTION })) as never)).toEqual(noOption)
    const change_id = (await service.keptChanges(id))[0]!.id
    const missing = [400, 'invalid_data', `No shipping method found for order ${id} in order change ${change_id}`]
    for (const custom_amount of [1, null]) {
      const change = await of(updateDraftOrderAddedShippingMethod, { id, action_id: 'no' }, { custom_amount })
      expect(refusal(change as never)).toEqual(missing)
    }
    const remove = await of(removeDraftOrderAddedShippingMethod, { id, action_id: 'no' })
    expect(refusal(remove as never)).toEqual(missing)
    await of(removeDraftOrderShippingMethod, { id, method_id })
    const again = await of(removeDraftOrderShippingMethod, { id, method_id })
    expect(refusal(again as never)).toEqual([400, 'invalid_data', `A shipping method with id ${method_id} was not found`])
  })
})
