import { addOrderEditShippingMethod } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import { addOrder, addOrderWithEdit } from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
let orderId: string
beforeAll(async () => {
  system = await startSystem()
  orderId = (await addOrderWithEdit(system)).order_id
})
afterAll(() => system.stop())

const METHOD = { shipping_option_id: ids.shipping_option }
const add = (order: string, body: unknown, query = '', options = {}) =>
  system.http('POST', `/admin/order-edits/${order}/shipping-method${query}`, { body, ...options })
const invalid = (message: string | RegExp) => ({ status: 400, type: 'invalid_data', message })

describe('adds a shipping method', () => {
  it('to the preview only: the order is unchanged until the edit is confirmed', async () => {
    const { order_id, change_id } = await addOrderWithEdit(system)
    const before = await system.http('GET', `/admin/orders/${order_id}`)

    const body = {
      ...METHOD,
      custom_amount: 12.5,
      description: 'By noon',
      internal_note: 'Promised',
      metadata: { k: { v: [1, null] } },
    }
    const answer = await add(order_id, body)

    expect(answer.status, answer.text).toBe(200)
    const { order_preview } = answer.body
    const [present, added] = order_preview.shipping_methods
    expect(order_preview.shipping_methods).toHaveLength(2)
    expect(present.actions).toEqual([])
    expect(added).toMatchObject({
      id: expect.stringMatching(/^ordsm_/),
      order_id,
      name: 'Standard',
      amount: 12.5,
      is_custom_amount: true,
      is_tax_inclusive: false,
      shipping_option_id: ids.shipping_option,
      description: 'By noon',
      metadata: { k: { v: [1, null] } },
      subtotal: 12.5,
      tax_total: 2.375,
      total: 14.875,
      detail: { id: expect.stringMatching(/^ordspmv_/), shipping_method_id: added.id, version: 2 },
      tax_lines: [{ code: 'VAT19', rate: 19, shipping_method_id: added.id }],
    })
    const action = {
      id: expect.stringMatching(/^ordchact_/),
      order_change_id: change_id,
      order_id,
      action: 'SHIPPING_ADD',
      reference: 'order_shipping_method',
      reference_id: added.id,
      amount: 12.5,
      details: {},
      internal_note: 'Promised',
      ordering: 1,
      version: 2,
      applied: false,
    }
    expect(added.actions).toMatchObject([action])
    expect(order_preview.order_change).toMatchObject({
      id: change_id,
      status: 'pending',
      version: 2,
      change_type: 'edit',
      actions: [action],
    })
    const { total, version, summary } = before.body.order
    expect(order_preview).toMatchObject({ version, total: total + 14.875, shipping_total: 11.9 + 14.875 })
    expect(order_preview.summary).toMatchObject({
      original_order_total: total,
      current_order_total: total + 14.875,
      pending_difference: summary.pending_difference + 14.875,
    })

    const after = await system.http('GET', `/admin/orders/${order_id}`)
    expect(after.body).toEqual(before.body)
    expect((await system.http('GET', `/admin/orders/${order_id}/preview`)).body.order).toEqual(order_preview)
  })

  it.each([
    ["the option's price in the order's currency", {}, { amount: 10, is_custom_amount: false }],
    ['a custom amount of zero', { custom_amount: 0 }, { amount: 0, is_custom_amount: true, total: 0 }],
    ['a decimal custom amount', { custom_amount: 0.1 }, { amount: 0.1, tax_total: 0.019 }],
    ['another shipping option', { shipping_option_id: ids.express_shipping_option }, { amount: 15, name: 'Express' }],
    [
      'a custom amount for a shipping option without a price',
      { shipping_option_id: ids.shipping_option_without_price, custom_amount: 7 },
      { amount: 7, is_tax_inclusive: false, name: 'On request' },
    ],
    ['an empty description and no metadata', { description: '' }, { description: '', metadata: null }],
    ['empty metadata', { metadata: {} }, { metadata: {} }],
  ])('with %s', async (_name, change, expected) => {
    const { order_id } = await addOrderWithEdit(system)

    const answer = await add(order_id, { ...METHOD, ...change })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.order_preview.shipping_methods[1]).toMatchObject(expected)
  })

  it('twice, as two methods with one action each', async () => {
    const { order_id } = await addOrderWithEdit(system)
    await add(order_id, METHOD)

    const { body } = await add(order_id, METHOD)

    const [, first, second] = body.order_preview.shipping_methods
    expect(first.id).not.toBe(second.id)
    expect([first, second].map(({ actions }) => actions.map(({ ordering }: { ordering: number }) => ordering))).toEqual([
      [1],
      [2],
    ])
    expect(body.order_preview.shipping_total).toBe(35.7)
  })

  it('to an edit that has already been requested, and to a claim', async () => {
    const answer = await add(ids.rich_order, METHOD)

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.order_preview.order_change).toMatchObject({ status: 'requested', change_type: 'claim' })
    expect(answer.body.order_preview.order_change.actions.at(-1)).toMatchObject({ action: 'SHIPPING_ADD', ordering: 5 })
  })

  it('for a secret API key in all forms of Basic', async () => {
    const { order_id } = await addOrderWithEdit(system)
    const encoded = Buffer.from(`${system.secretKey}:`).toString('base64')

    for (const authorization of [`Basic ${encoded}`, `basic ${encoded}`, `Basic ${system.secretKey}`]) {
      expect((await add(order_id, METHOD, '', { as: 'anonymous', headers: { authorization } })).status).toBe(200)
    }
  })

  it('at the revision named by If-Match, and answers 412 to another revision', async () => {
    const { order_id } = await addOrderWithEdit(system)
    const etag = (await system.http('GET', `/admin/orders/${order_id}`)).headers.get('etag')!

    const answer = await add(order_id, METHOD, '', { headers: { 'if-match': etag } })
    const stale = await add(order_id, METHOD, '', { headers: { 'if-match': etag } })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('etag')).not.toBe(etag)
    expectRefusal(stale, { status: 412, type: 'conflict', code: 'revision_mismatch' })
    expectRefusal(await add(order_id, METHOD, '', { headers: { 'if-match': '7' } }), { status: 400, type: 'invalid_data' })
  })
})

describe('shows selected fields', () => {
  it.each([
    ['?fields=', ['id']],
    ['?fields=id,total,summary', ['id', 'summary', 'total']],
    ['?fields=shipping_methods.amount,shipping_methods.actions.action', ['id', 'shipping_methods']],
    ['?fields=revision,recent_ops,outbox,changes,returns', ['id']],
  ])('%s', async (query, keys) => {
    const { order_id } = await addOrderWithEdit(system)

    const { order_preview } = (await add(order_id, METHOD, query)).body

    expect(Object.keys(order_preview).sort()).toEqual(keys)
  })

  it('including the order of the change when selected, and null otherwise', async () => {
    const { order_id } = await addOrderWithEdit(system)

    const asked = await add(order_id, METHOD, '?fields=%2Border_change.order')
    const plain = await add(order_id, METHOD)

    expect(asked.body.order_preview.order_change.order).toMatchObject({ id: order_id, shipping_methods: [{}] })
    expect(plain.body.order_preview.order_change.order).toBeNull()
  })
})

describe('answers 400 to', () => {
  it.each([
    ['a missing shipping option id', {}, "Invalid request: Field 'shipping_option_id' is required"],
    ['a missing body', undefined, "Invalid request: Field 'shipping_option_id' is required"],
    [
      'a custom amount as a string',
      { ...METHOD, custom_amount: 'x' },
      "Invalid request: Expected type: 'number' for field 'custom_amount', got: 'x'",
    ],
    [
      'a custom amount as a string together with an unknown field',
      { ...METHOD, custom_amount: 'x', foo: 1 },
      "Invalid request: Expected type: 'number' for field 'custom_amount', got: 'x'; Unrecognized fields: 'foo'",
    ],
    [
      'null as the custom amount',
      { ...METHOD, custom_amount: null },
      "Invalid request: Expected type: 'number' for field 'custom_amount', got: 'null'",
    ],
    [
      'null as the description',
      { ...METHOD, description: null },
      "Invalid request: Expected type: 'string' for field 'description', got: 'null'",
    ],
    [
      'null as the internal note',
      { ...METHOD, internal_note: null },
      "Invalid request: Expected type: 'string' for field 'internal_note', got: 'null'",
    ],
    [
      'null as metadata',
      { ...METHOD, metadata: null },
      "Invalid request: Expected type: 'record' for field 'metadata', got: 'null'",
    ],
    [
      'an array as metadata',
      { ...METHOD, metadata: [] },
      "Invalid request: Expected type: 'record' for field 'metadata', got: ''",
    ],
    ['an unknown field', { ...METHOD, foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [
      'fields of the order',
      { ...METHOD, order_id: 'order_1', version: 1 },
      "Invalid request: Unrecognized fields: 'order_id, version'",
    ],
    [
      'a negative amount',
      { ...METHOD, custom_amount: -1 },
      "Invalid request: Value for field 'custom_amount' too small, expected at least: '0'",
    ],
    [
      'a custom amount above 2^53',
      { ...METHOD, custom_amount: 1e300 },
      "Invalid request: Value for field 'custom_amount' too big, expected at most: '9007199254740992'",
    ],
    ['an empty shipping option id', { shipping_option_id: '' }, /shipping_option_id/],
    [
      'a query operator as the shipping option id',
      { shipping_option_id: { $ne: null } },
      "Invalid request: Expected type: 'string' for field 'shipping_option_id', got: '[object Object]'",
    ],
  ])('%s', async (_name, body, message) => {
    expectRefusal(await add(orderId, body), invalid(message))
  })

  it('an unknown query parameter', async () => {
    expectRefusal(await add(orderId, METHOD, '?limit=1'), invalid("Invalid request: Unrecognized fields: 'limit'"))
  })

  it('an order without an active change, whether it never had one or the edit was canceled', async () => {
    const { order_id } = await addOrderWithEdit(system)
    await system.http('DELETE', `/admin/order-edits/${order_id}`)

    for (const id of [order_id, await addOrder(system)]) {
      expectRefusal(await add(id, METHOD), invalid('An active Order Change is required to proceed'))
    }
  })

  it('a canceled order', async () => {
    expectRefusal(await add(ids.canceled_order, METHOD), invalid(`Order with id ${ids.canceled_order} has been canceled.`))
  })

  it('an option without a price in the currency of the order', async () => {
    const none = ids.shipping_option_without_price
    expectRefusal(
      await add(orderId, { shipping_option_id: none }),
      invalid(`Shipping options with IDs ${none} do not have a price`),
    )

    const { order_id } = await addOrderWithEdit(system, { currency_code: 'usd' })
    const express = ids.express_shipping_option
    expectRefusal(
      await add(order_id, { shipping_option_id: express }),
      invalid(`Shipping options with IDs ${express} do not have a price`),
    )
    expect((await add(order_id, METHOD)).body.order_preview.shipping_methods[1]).toMatchObject({ amount: 12 })
  })

  it('a change that has reached its limit of 500 actions', async () => {
    const { order_id, change_id } = await addOrderWithEdit(system)
    await add(order_id, METHOD)
    const orders = system.orders.db.collection<{ _id: string }>('orders')
    const order = (await orders.findOne({ _id: order_id })) as unknown as { changes: { actions: object[] }[] }
    const [first] = order.changes[0]!.actions
    const actions = Array.from({ length: 500 }, (_, index) => ({ ...first, id: `ordchact_${index}`, ordering: index + 1 }))
    await orders.updateOne({ _id: order_id }, { $set: { 'changes.0.actions': actions }, $inc: { revision: 1 } } as never)

    expectRefusal(await add(order_id, METHOD), invalid(`Order change ${change_id} has reached its limit of 500 actions`))
  })
})

describe('answers 404 to', () => {
  it('unknown and deleted orders, indistinguishably', async () => {
    const deleted = await addOrder(system, { deleted_at: SEEDED_AT })
    const unknown = `${deleted.slice(0, -1)}X`

    const [gone, none] = await Promise.all([add(deleted, METHOD), add(unknown, METHOD)])

    expectRefusal(gone, { status: 404, type: 'not_found', message: `Order id not found: ${deleted}` })
    expect({ ...visible(gone), text: visible(gone).text.replaceAll(deleted, unknown) }).toEqual(visible(none))
  })

  it('an unknown option, with or without a custom amount', async () => {
    for (const custom_amount of [undefined, 5]) {
      const answer = await add(orderId, { shipping_option_id: 'so_nope', custom_amount })
      expectRefusal(answer, { status: 404, type: 'not_found', message: 'ShippingOption id not found: so_nope' })
    }
  })

  it('the id of the edit instead of the order', async () => {
    const { change_id } = await addOrderWithEdit(system)

    expectRefusal(await add(change_id, METHOD), { status: 404, message: `Order id not found: ${change_id}` })
  })
})

itRefusesBadCredentials(
  addOrderEditShippingMethod,
  () => system,
  () => ({ path: `/admin/order-edits/${orderId}/shipping-method`, body: METHOD }),
)
