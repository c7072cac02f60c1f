import {
  beginOrderEdit,
  cancelOrder,
  confirmOrderEdit,
  createPromotion,
  type Promotion,
  previewOrder,
  updateOrderChange,
  updateOrderEditItem,
  updatePromotion,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { anItem } from '../../../test/builders.ts'
import { anOrderInSet } from '../../../test/in-set.ts'
import { startOrdersWithCart } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startOrdersWithCart>>
beforeAll(async () => {
  service = await startOrdersWithCart()
})
afterAll(() => service.stop())

let made = 0
const FIXED = { type: 'fixed', target_type: 'order', value: 50, currency_code: 'eur' }
/** A promotion of the marketplace, or of a seller, as orders show it. */
async function promotion(parts: object = {}, method: object = FIXED, seller_id?: string): Promise<Promotion> {
  const body = { code: `SET${++made}`, type: 'standard', status: 'active', ...parts, application_method: method }
  const { id, code, is_automatic, application_method } = (await service.call(createPromotion, { body: body as never })).promotion
  if (seller_id) await service.cart.db.collection('promotions').updateOne({ _id: id as never }, { $set: { seller_id } })
  const { type, value, currency_code } = application_method!
  return { id, code, is_automatic, application_method: { type, value: String(value), currency_code } }
}

/** The orders of one cart, each a line at this price with this amount taken off; the first is the seller's. */
async function placed(by: Promotion, lines: { price: number; taken: number; variant_id?: string }[]) {
  const set = `S${++made}`
  const orders = lines.map(({ price, taken, variant_id = null }, place) => {
    const id = `ordli_${set}${place}`
    const adjustments = taken > 0 ? [{ id: `adj_${id}`, promotion_id: by.id, code: by.code, amount: taken }] : []
    const item = anItem({ id, quantity: 1, unit_price: price, variant_id, adjustments })
    const seller_id = place === 0 ? ids.seller : ids.foreign_seller
    const own = { promotions: taken > 0 ? [by] : [], items: [item], shipping_methods: [], seller_id }
    return anOrderInSet(set, place, own)
  })
  await insertMissing(service.db, { orders })
  return orders.map(({ id, items }) => ({ order_id: id, item_id: items[0]!.id }))
}
type Placed = Awaited<ReturnType<typeof placed>>[number]

async function carryOver({ order_id }: Placed) {
  const { order_change } = await service.call(beginOrderEdit, { body: { order_id } })
  await service.call(updateOrderChange, { params: { id: order_change.id }, body: { carry_over_promotions: true } })
}
const setQuantity = ({ order_id, item_id }: Placed, quantity: number) =>
  service.call(updateOrderEditItem, { params: { id: order_id, item_id }, body: { quantity } })
const confirm = ({ order_id }: Placed) => service.call(confirmOrderEdit, { params: { id: order_id } })
async function takenFrom({ order_id }: Placed) {
  const { order } = (await service.admin(previewOrder, { params: { id: order_id } })).body
  return order.items.flatMap(({ adjustments }: { adjustments: { amount: number }[] }) => adjustments.map(({ amount }) => amount))
}
const FROM_100 = { rules: [{ attribute: 'item_total', operator: 'gte', values: ['100'] }] }
/** One euro off the cheapest unit. */
const ONCE = { ...FIXED, target_type: 'items', allocation: 'once', value: 5, max_quantity: 1 }

describe('promotions carried over on an order of a set', () => {
  it.each<[string, object, object, { price: number; taken: number }[]]>([
    [
      'an amount that is split over all orders',
      {},
      FIXED,
      [
        { price: 60, taken: 30 },
        { price: 40, taken: 20 },
      ],
    ],
    [
      'a rule that only all orders together meet',
      FROM_100,
      FIXED,
      [
        { price: 60, taken: 30 },
        { price: 40, taken: 20 },
      ],
    ],
    [
      'a discount on the cheapest unit of all orders',
      {},
      ONCE,
      [
        { price: 40, taken: 5 },
        { price: 60, taken: 0 },
      ],
    ],
    [
      'a discount on one of equally cheap units, not of the first order',
      {},
      ONCE,
      [
        { price: 40, taken: 0 },
        { price: 40, taken: 5 },
      ],
    ],
  ])('stay as they are without another change: %s', async (_name, parts, method, lines) => {
    const orders = await placed(await promotion(parts, method), lines)
    for (const [place, order] of orders.entries()) {
      await carryOver(order)
      expect(await takenFrom(order)).toEqual(lines[place]!.taken > 0 ? [lines[place]!.taken] : [])
      await confirm(order)
    }
  })

  it('take off no more than what the other orders have left of them, and no less than before', async () => {
    const [first, second] = (await placed(await promotion(), [
      { price: 60, taken: 30 },
      { price: 40, taken: 20 },
    ])) as [Placed, Placed]
    await carryOver(first)
    await setQuantity(first, 2)
    expect(await takenFrom(first)).toEqual([30])
    await confirm(first)

    await carryOver(second)
    expect(await takenFrom(second)).toEqual([20])
  })

  it('stay on an order whose unit is no longer the cheapest, if the other orders do not have them', async () => {
    const orders = await placed(await promotion({}, ONCE), [
      { price: 40, taken: 5 },
      { price: 60, taken: 0 },
    ])
    await carryOver(orders[0]!)
    const { order_id, item_id } = orders[0]!
    await service.call(updateOrderEditItem, { params: { id: order_id, item_id }, body: { quantity: 1, unit_price: 70 } })

    expect(await takenFrom(orders[0]!)).toEqual([5])
  })

  it('are taken off in full, if nothing is shared, while another order has more than it would get', async () => {
    const by = await promotion({}, { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 })
    const orders = await placed(by, [
      { price: 60, taken: 12 },
      { price: 40, taken: 8 },
    ])
    await carryOver(orders[1]!)
    expect(await takenFrom(orders[1]!)).toEqual([4])

    await setQuantity(orders[1]!, 3)
    expect(await takenFrom(orders[1]!)).toEqual([12])
  })

  it('stay as they are when another order of the set is canceled', async () => {
    const [first, second] = (await placed(await promotion(), [
      { price: 60, taken: 30 },
      { price: 40, taken: 20 },
    ])) as [Placed, Placed]
    await service.call(cancelOrder, { params: { id: first.order_id } })
    await carryOver(second)

    expect(await takenFrom(second)).toEqual([20])
  })
})

it('promotions are carried over by id after their code has changed', async () => {
  const by = await promotion({}, { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 })
  const [order] = await placed(by, [{ price: 60, taken: 6 }])
  await service.call(updatePromotion, { params: { id: by.id }, body: { code: `${by.code}-2` } })
  await carryOver(order!)
  await setQuantity(order!, 2)

  expect(await takenFrom(order!)).toEqual([12])
})

it("a seller's promotion is carried over on an order of the seller whose product has been deleted", async () => {
  const percent = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 }
  const [order] = await placed(await promotion({}, percent, ids.seller), [{ price: 60, taken: 6, variant_id: 'variant_gone' }])
  await carryOver(order!)
  expect(await takenFrom(order!)).toEqual([6])

  await setQuantity(order!, 2)
  expect(await takenFrom(order!)).toEqual([12])
})
