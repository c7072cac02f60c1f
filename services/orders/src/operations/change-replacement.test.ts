import {
  beginReturnReceipt,
  confirmReturnReceipt,
  createReturnReason,
  getInventoryItem,
  getOrder,
  listReturns,
  receiveReturnItems,
  updateReturn,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { seededStore } from '../../../../tools/seed/shipping.ts'
import { lastStep, REPLACING, type ReplacementKind, replacing, type Step } from '../../test/replacing.ts'
import { aBegunOrder } from '../../test/returned.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders, UNKNOWN_OPTION } from '../../test/service.ts'
import { aStockedVariant } from '../../test/stock.ts'
import { PART_LISTS } from '../domain/returns/order-parts.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const NOUNS = { claim: 'Claim', exchange: 'Exchange' }
const ACTIVE = invalid('An active Order Change is required to proceed')
const STEPS = Object.keys(REPLACING.claim).filter((step) => !['get', 'confirm', 'cancelRequest'].includes(step)) as Step[]
const BODIES: Partial<Record<Step, object>> = {
  addInbound: { items: [{ id: 'ordli_none', quantity: 1 }] },
  addOutbound: { items: [{ variant_id: ids.variant, quantity: 1 }] },
  addInboundMethod: { shipping_option_id: ids.shipping_option },
  addOutboundMethod: { shipping_option_id: ids.shipping_option },
}
const bodyOf = (step: Step) => BODIES[step] ?? (step.startsWith('update') ? {} : undefined)

describe.each(['claim', 'exchange'] as ReplacementKind[])('items and shipping methods of an unconfirmed %s', (kind) => {
  const begun = (overrides: object = {}) => replacing(service, kind, overrides)
  const about = (id: string) => ({ [`${kind}_id`]: id })

  describe('inbound items', () => {
    it('create the return that goes with them and appear in the preview; the order itself is unchanged', async () => {
      const { id, order_id, line, send, inbound } = await begun()

      const { status, body, etag } = await inbound(3, { internal_note: 'z', metadata: { c: 1 } })

      expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
      expect(REPLACING[kind].addInbound.response.strict().safeParse(body).error).toBeUndefined()
      const back = body.return!
      expect(back).toMatchObject({
        status: 'open',
        items: [],
        order_id,
        ...about(id),
        location_id: ids.stock_location,
        display_id: expect.any(Number),
      })
      expect(body[kind as 'claim']).toMatchObject({ id, return_id: back.id, return: null, additional_items: [] })
      const { order_change, items, version } = body.order_preview
      expect([version, items[0]!.detail.return_requested_quantity]).toEqual([1, 3])
      expect(order_change).toMatchObject({ return_id: back.id, change_type: kind, ...about(id) })
      expect(order_change!.actions).toMatchObject([
        {
          ...{
            action: 'RETURN_ITEM',
            reference: 'return',
            reference_id: back.id,
            return_id: back.id,
            internal_note: 'z',
            ...about(id),
          },
          details: { reference_id: line, quantity: 3, metadata: { c: 1 } },
        },
      ])
      const { order } = await service.call(getOrder, { params: { id: order_id } })
      expect(order.items[0]!.detail.return_requested_quantity).toBe(0)
      expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: `order.${kind}-updated`, ids: { id, order_id } }])

      const more = await send('addInbound', { location_id: ids.stock_location, items: [{ id: line, quantity: 1 }] })
      expect(more.body.return).toMatchObject({ id: back.id, display_id: back.display_id, location_id: ids.stock_location })
      expect((await service.call(listReturns, { query: `order_id=${order_id}` })).count).toBe(1)
    })

    it('go to the location set on the return, which can be changed until it is confirmed', async () => {
      const { order_id, send, inbound, outbound } = await begun()
      const { return: back } = (await inbound()).body
      const update = (body: object) => service.admin(updateReturn, { params: { id: back!.id }, body })

      const { status, body } = await update({ location_id: ids.stock_location, metadata: { shelf: 'a' } })

      expect([status, body.return], JSON.stringify(body)).toMatchObject([
        200,
        { id: back!.id, location_id: ids.stock_location, metadata: { shelf: 'a' } },
      ])
      expect(body.order_preview.order_change).toMatchObject({ change_type: kind, return_id: back!.id })
      const told = { type: 'order.return-updated', ids: { id: back!.id, order_id } }
      expect((await service.eventsOf(order_id, 2))[1]).toMatchObject(told)
      await outbound()
      expect((await send('confirm')).status).toBe(200)
      expect(refusal(await update({ location_id: null }))).toEqual(ACTIVE)
      const { returns } = await service.call(listReturns, { query: `order_id=${order_id}` })
      expect(returns).toMatchObject([{ status: 'requested', location_id: ids.stock_location }])
    })

    /** An order with fulfilled lines of these variants. */
    async function withLinesOf(...variant_ids: string[]) {
      const { items } = aBegunOrder(kind)
      const lines = variant_ids.map((variant_id, n) => {
        const [id, detail] = [`${items[0]!.id}V${n}`, { ...items[0]!.detail, id: `${items[0]!.detail.id}V${n}` }]
        return { ...items[0]!, id, variant_id, detail: { ...detail, item_id: id } }
      })
      const made = await begun({ items: lines })
      const back = (line_ids: string[], body: object = {}) =>
        made.send('addInbound', { items: line_ids.map((id) => ({ id, quantity: 1 })), ...body })
      return { ...made, back, lines: lines.map(({ id }) => id) }
    }

    it('go to where the first item is stocked by default, and are received there', async () => {
      const { variant_id, item } = await aStockedVariant(service, 5, seededStore.id)
      const { send, back, outbound, lines } = await withLinesOf(variant_id)
      const asked = await back(lines)
      expect(asked.body.return, JSON.stringify(asked.body)).toMatchObject({ location_id: seededStore.id })
      await outbound()
      expect((await send('confirm')).status).toBe(200)

      const params = { id: asked.body.return!.id }
      await service.call(beginReturnReceipt, { params, body: {} })
      await service.call(receiveReturnItems, { params, body: { items: [{ id: lines[0]!, quantity: 1 }] } })
      const received = await service.admin(confirmReturnReceipt, { params, body: {} })

      expect([received.status, received.body.return], JSON.stringify(received.body)).toMatchObject([200, { status: 'received' }])
      const ofItem = { actor: ADMIN, params: { id: item } }
      const stocked = async () => (await service.pricing.call(getInventoryItem, ofItem)).inventory_item.stocked_quantity
      await expect.poll(stocked).toBe(6)
    })

    it('are rejected, without effect, at a location that does not stock their managed inventory', async () => {
      const [here, elsewhere] = [await aStockedVariant(service, 5), await aStockedVariant(service, 5, seededStore.id)]
      const { order_id, send, back, lines } = await withLinesOf(here.variant_id, elsewhere.variant_id)
      const refused = (location_id: string, line: string) =>
        invalid(`Cannot request item return at location ${location_id} for managed inventory items: ${line}`)
      expect(refusal(await back(lines))).toEqual(refused(ids.stock_location, lines[1]!))
      expect(refusal(await back([lines[0]!], { location_id: 'sloc_none' }))).toEqual(refused('sloc_none', lines[0]!))
      expect((await service.call(listReturns, { query: `order_id=${order_id}` })).count).toBe(0)
      const first = await back([lines[0]!])
      expect(first.body.return).toMatchObject({ location_id: ids.stock_location })
      expect(refusal(await back([lines[1]!]))).toEqual(refused(ids.stock_location, lines[1]!))
      const gone = await send('removeInbound', undefined, { action_id: lastStep(first) })
      expect(gone.body.return).toMatchObject({ location_id: ids.stock_location })
      const moved = await back([lines[1]!], { location_id: seededStore.id })
      expect(moved.body.return).toMatchObject({ id: first.body.return!.id, location_id: seededStore.id })
    })

    it('can be changed and removed; removing the last clears shipping methods and location but keeps the return', async () => {
      const { send, inbound, ship } = await begun()
      const first = lastStep(await inbound())
      const second = lastStep(await inbound())
      await ship('Inbound')
      await ship('Outbound')
      const reason = (await service.call(createReturnReason, { body: { value: `torn-${kind}`, label: 'Torn' } })).return_reason.id
      const changed = await send('updateInbound', { quantity: 2, reason_id: reason, internal_note: 'q' }, { action_id: first })
      expect(changed.body.order_preview.order_change!.actions[0]).toMatchObject({
        details: { quantity: 2, reason_id: reason },
        internal_note: 'q',
      })
      const one = await send('removeInbound', undefined, { action_id: first })
      expect(one.body.order_preview.shipping_methods).toHaveLength(3)
      const none = await send('removeInbound', undefined, { action_id: second })
      expect(none.body.order_preview.shipping_methods).toHaveLength(2)
      expect(none.body.order_preview.order_change!.actions).toMatchObject([{ action: 'SHIPPING_ADD', return_id: null }])
      expect(none.body.return).toMatchObject({ id: changed.body.return!.id, location_id: null, status: 'open' })
      expect((await inbound()).body.return!.id).toBe(none.body.return!.id)
    })

    it('are rejected beyond the fulfilled quantity, for unknown lines or reasons, and by actions of another kind', async () => {
      const { order, order_id, line, send, inbound, outbound } = await begun()
      const many = invalid(`Cannot request to return more items than what was fulfilled for item ${line}.`)
      expect(refusal(await inbound(5))).toEqual(many)
      const step = lastStep(await inbound(3))
      expect(refusal(await inbound(2))).toEqual(many)
      expect(refusal(await send('updateInbound', { quantity: 5 }, { action_id: step }))).toEqual(many)
      const missing = `Items with ids ordli_none does not exist in order with id ${order_id}.`
      expect(refusal(await inbound(1, { id: 'ordli_none' }))).toEqual(invalid(missing))
      expect(refusal(await inbound(1, { reason_id: 'rr_none' }))).toEqual(
        invalid('Return reason with id rr_none does not exists.'),
      )
      expect((await send('updateInbound', { reason_id: 'rr_none' }, { action_id: step })).status).toBe(400)
      const reason = async (body: object) =>
        (await service.call(createReturnReason, { body: { label: 'Torn', ...body } as never })).return_reason.id
      const coarse = await reason({ value: `coarse-${kind}` })
      await reason({ value: `fine-${kind}`, parent_return_reason_id: coarse })
      expect((await send('updateInbound', { reason_id: coarse }, { action_id: step })).status).toBe(400)
      expect((await inbound(1, { reason_id: coarse })).status).toBe(200)
      const sent = lastStep(await outbound())
      const other = invalid(`Action ${sent} is not requesting item return`)
      expect(refusal(await send('updateInbound', {}, { action_id: sent }))).toEqual(other)
      expect(refusal(await send('removeInbound', undefined, { action_id: sent }))).toEqual(other)
      expect((await send('removeInbound', undefined, { action_id: 'ordchact_none' })).status).toBe(404)
      expect(order.version).toBe(1)
    })
  })

  describe('outbound items', () => {
    it('are previewed with current catalog data and can be changed', async () => {
      const { id, send, outbound } = await begun()
      const { status, body } = await outbound({ quantity: 2, internal_note: 'o', metadata: { q: 1 } })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(REPLACING[kind].addOutbound.response.strict().safeParse(body).error).toBeUndefined()
      expect(body).not.toHaveProperty('return')
      const line = body.order_preview.items[1]!
      expect(line).toMatchObject({ variant_id: ids.second_variant, quantity: 2, metadata: { q: 1 } })
      const about_it = { reference: `order_${kind}`, reference_id: id, return_id: null, ...about(id) }
      expect(line.actions).toMatchObject([
        {
          action: 'ITEM_ADD',
          ...about_it,
          internal_note: 'o',
          details: { reference_id: line.id, quantity: 2, metadata: { q: 1 } },
        },
      ])
      const action_id = line.actions[0]!.id
      const unused = kind === 'claim' && { reason_id: 'rr_none', metadata: { q: 2 } }
      const changed = await send('updateOutbound', { quantity: 3, internal_note: 'p', ...unused }, { action_id })
      const details = { reference_id: line.id, quantity: 3, metadata: { q: 1 } }
      expect(changed.body.order_preview.items[1]).toMatchObject({
        ...{ quantity: 3, metadata: { q: 1 } },
        actions: [{ internal_note: 'p', details }],
      })
      expect(changed.body.order_preview.items[1].actions[0].details).not.toHaveProperty('reason_id')
      expect((await outbound({ unit_price: 5 })).body.order_preview.items[2]).toMatchObject({
        unit_price: 5,
        is_custom_price: true,
      })
    })

    it('remove their shipping methods when the last one is removed', async () => {
      const { send, outbound, inbound, ship } = await begun()
      const [first, second] = [lastStep(await outbound()), lastStep(await outbound())]
      await inbound()
      await ship('Inbound')
      await ship('Outbound')
      expect((await send('removeOutbound', undefined, { action_id: first })).body.order_preview.shipping_methods).toHaveLength(3)
      const { order_preview } = (await send('removeOutbound', undefined, { action_id: second })).body
      expect([order_preview.items.length, order_preview.shipping_methods.length]).toEqual([1, 2])
      expect(
        order_preview.order_change!.actions.map(({ action, return_id }: { action: string; return_id: string | null }) => [
          action,
          return_id !== null,
        ]),
      ).toEqual([
        ['RETURN_ITEM', true],
        ['SHIPPING_ADD', true],
      ])
    })

    it('are rejected for unknown variants, without units, and by actions of another kind', async () => {
      const { id, send, inbound, outbound } = await begun()
      expect((await outbound({ variant_id: 'variant_none' })).status).toBe(400)
      expect((await outbound({ quantity: 0 })).status).toBe(400)
      const asked = await inbound()
      const other = invalid(`Action ${lastStep(asked)} is not adding an item`)
      expect(refusal(await send('updateOutbound', { quantity: 1 }, { action_id: lastStep(asked) }))).toEqual(other)
      expect(refusal(await send('removeOutbound', undefined, { action_id: lastStep(asked) }))).toEqual(other)
      const change = asked.body.order_preview.order_change!.id
      const missing = `No request to add item for ${kind} ${id} in order change ${change}`
      const removed = await send('removeOutbound', undefined, { action_id: 'ordchact_none' })
      expect(refusal(removed)).toEqual([404, 'not_found', missing])
      expect(refusal(await send('updateOutbound', {}, { action_id: 'ordchact_none' }))).toEqual(invalid(missing))
    })
  })

  describe('shipping methods', () => {
    it.each(['Inbound', 'Outbound'] as const)('(%s) can be added, changed and removed', async (direction) => {
      const { id, send, inbound, ship } = await begun()
      const { body: asked } = await inbound()
      const of = { ...about(id), return_id: direction === 'Inbound' ? asked.return!.id : null }
      const { status, body } = await ship(direction, {
        custom_amount: 3,
        description: 'd',
        internal_note: 'n',
        metadata: { a: 1 },
      })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(REPLACING[kind].addInboundMethod.response.strict().safeParse(body).error).toBeUndefined()
      const method = body.order_preview.shipping_methods[1]!
      expect(method).toMatchObject({ amount: 3, is_custom_amount: true, description: 'd', metadata: { a: 1 }, detail: of })
      expect(method.actions).toMatchObject([{ action: 'SHIPPING_ADD', amount: 3, internal_note: 'n', ...of }])
      const { id: action_id } = method.actions[0]!
      const back = await send(`update${direction}Method`, { custom_amount: null }, { action_id })
      expect(back.body.order_preview.shipping_methods[1]).toMatchObject({ amount: 10, is_custom_amount: false })
      const gone = await send(`remove${direction}Method`, undefined, { action_id })
      expect(gone.body.order_preview.shipping_methods).toHaveLength(1)
      expect((await send(`remove${direction}Method`, undefined, { action_id })).status).toBe(404)
    })

    it('cannot be changed or removed through the other direction', async () => {
      const { send, inbound, outbound, ship } = await begun()
      await inbound()
      const asked = lastStep(await ship('Inbound'))
      const sent = lastStep(await ship('Outbound'))
      for (const [direction, action_id] of [
        ['Inbound', sent],
        ['Outbound', asked],
      ] as const) {
        expect((await send(`update${direction}Method`, { custom_amount: 1 }, { action_id })).status).toBe(404)
        expect((await send(`remove${direction}Method`, undefined, { action_id })).status).toBe(404)
      }
      const line = lastStep(await outbound())
      expect(refusal(await send('removeOutboundMethod', undefined, { action_id: line }))).toEqual(
        invalid(`Action ${line} is not adding a shipping method`),
      )
    })

    it('are rejected for unknown options, and when inbound without inbound items', async () => {
      const { id, send, inbound, ship } = await begun()
      const nothing = invalid(`${NOUNS[kind]} with id ${id} has no inbound items to ship`)
      expect(refusal(await ship('Inbound'))).toEqual(nothing)
      const missing = [404, 'not_found', `ShippingOption id not found: ${UNKNOWN_OPTION}`]
      expect(refusal(await ship('Outbound', { shipping_option_id: UNKNOWN_OPTION }))).toEqual(missing)
      await send('removeInbound', undefined, { action_id: lastStep(await inbound()) })
      expect(refusal(await ship('Inbound'))).toEqual(nothing)
    })
  })

  it('applies a retried request once, and concurrent ones up to the fulfilled quantity', async () => {
    const { line, send, order_id } = await begun()
    const op_id = mintOpId(Date.now())
    const body = { items: [{ id: line, quantity: 1 }] }
    const replies = await Promise.all([1, 2, 3].map(() => send('addInbound', body, { op_id })))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.etag}`)).size).toBe(1)
    const others = await Promise.all([1, 2, 3, 4].map(() => send('addInbound', body)))
    expect(others.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400])
    expect((await service.call(listReturns, { query: `order_id=${order_id}` })).count).toBe(1)
  })

  it.each(STEPS)('%s is rejected without an active change, for other actors, and for canceled orders', async (step) => {
    const body = bodyOf(step)
    const options = { action_id: 'ordchact_none' }
    const noun = NOUNS[kind]
    const idle = await begun({ changes: [] })
    expect(refusal(await idle.send(step, body, options))).toEqual(ACTIVE)
    const canceled = await begun({ status: 'canceled' })
    expect(refusal(await canceled.send(step, body, options))).toEqual(
      invalid(`Order with id ${canceled.order_id} has been canceled.`),
    )
    const at = { canceled_at: '2026-02-02T00:00:00.000Z' }
    const one = await begun()
    const list = PART_LISTS[kind]
    const over = await begun({
      id: `${one.order_id}O`,
      display_id: 3_000_000 + STEPS.indexOf(step) + (kind === 'claim' ? 100 : 0),
      [list]: one.order[list].map((part) => ({ ...part, id: `${part.id}O`, ...at })),
    })
    expect(refusal(await over.send(step, body, options))).toEqual(invalid(`${noun} with id ${over.id} has been canceled.`))
    const { id, send } = one
    const operation = REPLACING[kind][step] as typeof REPLACING.claim.updateInbound
    const unknown = await service.admin(operation, {
      params: { id: `${kind}_none`, ...options },
      ...(body && { body: body as never }),
    })
    expect(refusal(unknown)).toEqual([404, 'not_found', `Order${noun} id not found: ${kind}_none`])
    expect((await send(step, body, { ...options, actor: memberOf('sel_1') })).status).toBe(401)
    expect((await send(step, body, { ...options, if_match: '"9"' })).status).toBe(412)
    if (body) expect((await send(step, { ...body, foo: 1 }, options)).status).toBe(400)
    await send('cancelRequest')
    expect(refusal(await send(step, body, options))).toEqual([404, 'not_found', `Order${noun} id not found: ${id}`])
  })
})
