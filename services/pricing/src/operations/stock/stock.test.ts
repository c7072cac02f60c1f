import {
  batchVariantInventoryItems,
  claimStock,
  createInventoryItem,
  createLocationLevel,
  createProduct,
  createReservation,
  createSalesChannel,
  createStockLocation,
  deleteStockLocation,
  findRestockPlace,
  findStockPlaces,
  getInventoryItem,
  listReservations,
  manageStockLocationSalesChannels,
  pickStock,
  settlePick,
  settleStock,
  updateProductVariant,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededShippingOptions, seededStore } from '../../../../../tools/seed/shipping.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
let one: string
let two: string
let channel: string
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await insertMissing(service.db, { shipping_options: seededShippingOptions })
  one = await aLocation()
  two = await aLocation()
  channel = (await send(createSalesChannel, undefined, { body: { name: aName('Channel') } })).body.sales_channel.id
  await send(manageStockLocationSalesChannels, two, { body: { add: [channel] } })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const aLocation = async (): Promise<string> =>
  (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id

async function anItem(...stocked: number[]): Promise<string> {
  const location_levels = stocked.map((stocked_quantity, n) => ({ location_id: [one, two][n]!, stocked_quantity }))
  return (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
}

interface Made {
  items?: { inventory_item_id: string; required_quantity?: number }[]
  manage_inventory?: boolean
  allow_backorder?: boolean
}
async function aVariant({ items, ...rest }: Made): Promise<string> {
  const variant = { title: 'One', options: { Size: 'One' }, prices: [], inventory_items: items, ...rest }
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['One'] }], variants: [variant] }
  const made = await send(createProduct, undefined, { body: body as never })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.product.variants[0].id
}
const taking = (item: string, required_quantity = 1) =>
  aVariant({ items: [{ inventory_item_id: item, required_quantity }], manage_inventory: true })

let orders = 0
const anOrder = () => `order_stock_${++orders}`
interface Line {
  line_item_id: string
  variant_id: string
  present: number
  wanted: number
}
const claim = (order_id: string, lines: Line[], { version = 2, sales_channel_id = null as string | null } = {}) =>
  send(claimStock, undefined, { body: { order_id, version, sales_channel_id, lines } })
const settle = async (order_id: string, units: Record<string, number>, version = 2) => {
  const lines = Object.entries(units).map(([line_item_id, quantity]) => ({ line_item_id, quantity }))
  expect((await send(settleStock, undefined, { body: { order_id, version, lines } })).status).toBe(200)
}
const line = (line_item_id: string, variant_id: string, wanted: number, present = 0): Line => ({
  line_item_id,
  variant_id,
  present,
  wanted,
})
const held = async (id: string): Promise<number[]> =>
  (await send(getInventoryItem, id)).body.inventory_item.location_levels.map(
    (level: { reserved_quantity: number }) => level.reserved_quantity,
  )
const said = async (line_item_id: string): Promise<[string, number][]> =>
  (await send(listReservations, undefined, { query: `line_item_id=${line_item_id}` })).body.reservations.map(
    ({ location_id, quantity }: { location_id: string; quantity: number }) => [location_id, quantity],
  )
const claims = (order_id: string) => service.db.collection('stock_claims').countDocuments({ order_id })
const notEnough = (item: string, location: string) => [
  400,
  'not_allowed',
  `Not enough stock available for item ${item} at location ${location}`,
]

describe('claim-stock', () => {
  it('reserves each item of a variant in its required quantity', async () => {
    const [shirt, button] = [await anItem(10), await anItem(50)]
    const items = [{ inventory_item_id: shirt }, { inventory_item_id: button, required_quantity: 6 }]
    const kit = await aVariant({ items, manage_inventory: true })
    const order = anOrder()

    expect((await claim(order, [line('ordli_kit', kit, 3)])).body).toEqual({ order_id: order })

    expect([await held(shirt), await held(button)]).toEqual([[3], [18]])
    expect((await said('ordli_kit')).sort()).toEqual([
      [one, 18],
      [one, 3],
    ])
    expect(await claims(order)).toBe(1)
  })

  it('reserves at locations of the sales channel, or at any location if the channel has none', async () => {
    const item = await anItem(10, 10)
    const variant = await taking(item)
    await claim(anOrder(), [line('ordli_ch', variant, 2)], { sales_channel_id: channel })
    await claim(anOrder(), [line('ordli_no', variant, 3)], { sales_channel_id: 'sc_unknown' })
    expect(await held(item)).toEqual([3, 2])
  })

  it('refuses a new line that no location of the sales channel stocks; a line with units stays where it is', async () => {
    const item = await anItem(10)
    const variant = await taking(item)
    const ofChannel = (...lines: Line[]) => claim(anOrder(), lines, { sales_channel_id: channel })
    const message = `Sales channel ${channel} is not associated with any stock location for variant ${variant}.`
    expect(refusal(await ofChannel(line('ordli_new', variant, 1)))).toEqual([400, 'invalid_data', message])
    expect(await held(item)).toEqual([0])
    expect((await ofChannel(line('ordli_placed', variant, 3, 2))).status).toBe(200)
    expect((await claim(anOrder(), [line('ordli_any', variant, 1)])).status).toBe(200)
    expect(await held(item)).toEqual([4])
  })

  it('reserves nothing for variants that are deleted or whose stock is not managed', async () => {
    const item = await anItem(10)
    const free = await aVariant({ manage_inventory: false })
    const order = anOrder()
    expect((await claim(order, [line('ordli_f', free, 2), line('ordli_g', 'variant_gone', 2)])).status).toBe(200)
    expect(await held(item)).toEqual([0])
  })

  it('refuses more units of a managed variant that uses no inventory item, and no others', async () => {
    const item = await anItem(10)
    const [bare, kept] = [await taking(item), await taking(item)]
    const { _id: id } = (await service.db.collection('products').findOne({ 'variants.id': bare }))!
    const body = { delete: [{ variant_id: bare, inventory_item_id: item }] }
    expect((await send(batchVariantInventoryItems, String(id), { body })).status).toBe(200)
    const short = [400, 'not_allowed', 'Some variant does not have the required inventory']
    expect(refusal(await claim(anOrder(), [line('ordli_bare', bare, 2), line('ordli_kept', kept, 2)]))).toEqual(short)
    expect(await held(item)).toEqual([0])
    expect((await claim(anOrder(), [line('ordli_fewer', bare, 1, 3), line('ordli_kept', kept, 2)])).status).toBe(200)
    expect(await held(item)).toEqual([2])
  })

  it('reserves more than is in stock for variants with backorders', async () => {
    const item = await anItem(1)
    const made = { items: [{ inventory_item_id: item }], manage_inventory: true, allow_backorder: true }
    const variant = await aVariant(made)
    expect((await claim(anOrder(), [line('ordli_back', variant, 4)])).status).toBe(200)
    expect(await held(item)).toEqual([4])
  })

  it('rejects the whole claim when one line lacks stock, and reserves nothing', async () => {
    const [plenty, scarce] = [await anItem(10), await anItem(1)]
    const lines = [line('ordli_p', await taking(plenty), 2), line('ordli_s', await taking(scarce), 2)]
    const order = anOrder()

    expect(refusal(await claim(order, lines))).toEqual(notEnough(scarce, one))

    expect([await held(plenty), await held(scarce), await said('ordli_p'), await claims(order)]).toEqual([[0], [0], [], 0])
  })

  it('keeps the reservations of a failed attempt; a retry adds the missing ones', async () => {
    const [fine, failing] = [await anItem(10), await anItem(10)]
    const lines = [line('ordli_fine', await taking(fine), 3), line('ordli_failing', await taking(failing), 2)]
    const order = anOrder()
    await service.db.command({ collMod: 'inventory_items', validator: { _id: { $ne: failing } } })
    const failed = claim(order, lines).finally(() => service.db.command({ collMod: 'inventory_items', validator: {} }))
    expect((await failed).status).toBe(500)
    expect([await held(fine), await held(failing), await claims(order)]).toEqual([[3], [0], 1])
    expect((await claim(order, lines)).status).toBe(200)
    expect([await held(fine), await held(failing)]).toEqual([[3], [2]])
  })

  it('counts two lines of the same variant together', async () => {
    const item = await anItem(5)
    const variant = await taking(item)
    const order = anOrder()
    expect(refusal(await claim(order, [line('ordli_x', variant, 3), line('ordli_y', variant, 3)]))).toEqual(notEnough(item, one))
    expect((await claim(order, [line('ordli_x', variant, 3), line('ordli_y', variant, 2)])).status).toBe(200)
    expect(await held(item)).toEqual([5])
  })

  it('creates one reservation for concurrent claims of the same change', async () => {
    const item = await anItem(10)
    const lines = [line('ordli_often', await taking(item), 4)]
    const order = anOrder()
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(order, lines)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect([await held(item), await said('ordli_often')]).toEqual([[4], [[one, 4]]])
  })

  it('never reserves more than is in stock when claims compete for it', async () => {
    const item = await anItem(10)
    const variant = await taking(item)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(anOrder(), [line(`ordli_m${n}`, variant, 3)])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(notEnough(item, one))
    expect(await held(item)).toEqual([9])
  })
})

describe('settle-stock', () => {
  const reserve = (inventory_item_id: string, line_item_id: string, quantity: number) =>
    send(createReservation, undefined, { body: { inventory_item_id, line_item_id, quantity, location_id: one } })

  it('releases what lines no longer need, and keeps what they need', async () => {
    const item = await anItem(10)
    const variant = await taking(item)
    await reserve(item, 'ordli_gone', 2)
    await reserve(item, 'ordli_less', 3)
    await reserve(item, 'ordli_more', 1)
    const order = anOrder()
    await claim(order, [line('ordli_gone', variant, 0, 2), line('ordli_less', variant, 1, 3), line('ordli_more', variant, 4, 1)])
    expect(await held(item)).toEqual([9])

    await settle(order, { ordli_less: 1, ordli_more: 4 })

    expect([await said('ordli_gone'), await said('ordli_less'), await said('ordli_more')]).toEqual([[], [[one, 1]], [[one, 4]]])
    expect([await held(item), await claims(order)]).toEqual([[5], 0])
  })

  it('reserves nothing for reduced lines that had no reservation', async () => {
    const item = await anItem(10)
    const order = anOrder()
    await claim(order, [line('ordli_none', await taking(item), 1, 3)])
    await settle(order, { ordli_none: 1 })
    expect([await held(item), await said('ordli_none')]).toEqual([[0], []])
  })

  it('releases the reservations of a deleted variant', async () => {
    const item = await anItem(10)
    await reserve(item, 'ordli_old', 2)
    const order = anOrder()
    await claim(order, [line('ordli_old', 'variant_gone', 0, 2)])
    await settle(order, {})
    expect([await held(item), await said('ordli_old')]).toEqual([[0], []])
  })

  it('keeps what is reserved of a deleted variant, one for each of its units', async () => {
    const item = await anItem(10)
    await reserve(item, 'ordli_old_less', 5)
    await reserve(item, 'ordli_old_more', 2)
    const order = anOrder()
    const lines = [line('ordli_old_less', 'variant_gone', 3, 5), line('ordli_old_more', 'variant_gone', 4, 2)]
    expect((await claim(order, lines)).status).toBe(200)
    await settle(order, { ordli_old_less: 3, ordli_old_more: 4 })
    expect([await said('ordli_old_less'), await said('ordli_old_more')]).toEqual([[[one, 3]], [[one, 2]]])
  })

  it('releases what was claimed for a change that did not happen', async () => {
    const item = await anItem(10)
    const order = anOrder()
    await claim(order, [line('ordli_back1', await taking(item), 4, 1)])
    await settle(order, { ordli_back1: 1 })
    expect(await held(item)).toEqual([1])
  })

  describe('of units that move between two lines', () => {
    /** An order of four units, which hold all stock of an item; another variant uses two of it. */
    async function taken() {
      const item = await anItem(4)
      const [single, pack] = [await taking(item), await taking(item, 2)]
      const [from, to] = [`ordli_from_${++orders}`, `ordli_to_${orders}`]
      await reserve(item, from, 4)
      const claimed = (wanted: number, present = 0) => [line(from, single, 4 - 2 * wanted, 4), line(to, pack, wanted, present)]
      return { item, order: anOrder(), from, to, single, claimed }
    }

    it('needs no other stock, and leaves none to others in the meantime', async () => {
      const { item, order, from, to, single, claimed } = await taken()
      for (const _ of [1, 2]) expect((await claim(order, claimed(1))).status).toBe(200)
      expect([await held(item), await said(from), await said(to)]).toEqual([[4], [[one, 2]], [[one, 2]]])
      expect(refusal(await claim(anOrder(), [line('ordli_outside', single, 1)]))).toEqual(notEnough(item, one))
      await settle(order, { [from]: 2, [to]: 1 })
      expect([await held(item), await said(from), await said(to), await claims(order)]).toEqual([[4], [[one, 2]], [[one, 2]], 0])
    })

    it('gives the units back if the order did not change, even all units of a line', async () => {
      const { item, order, from, to, claimed } = await taken()
      expect((await claim(order, claimed(2))).status).toBe(200)
      expect([await said(from), await said(to)]).toEqual([[], [[one, 4]]])
      await settle(order, { [from]: 4 })
      expect([await held(item), await said(from), await said(to), await claims(order)]).toEqual([[4], [[one, 4]], [], 0])
    })

    it('gives the units back when another item is taken between the look and the update', async () => {
      const { item, order, from, to, claimed } = await taken()
      const scarce = await anItem(1)
      const lines = [...claimed(1), line(`ordli_scarce_${to}`, await taking(scarce), 1)]
      let steals = 0
      const spies = [service, second].map(({ deps: { stockClaims } }) => {
        const { keep } = stockClaims
        return vi.spyOn(stockClaims, 'keep').mockImplementation(async (...kept) => {
          if (++steals === 1) await reserve(scarce, 'ordli_thief', 1)
          return keep(...kept)
        })
      })
      expect(refusal(await claim(order, lines))).toEqual(notEnough(scarce, one))
      for (const spy of spies) spy.mockRestore()
      expect(steals).toBe(1)
      expect([await held(item), await said(from), await said(to)]).toEqual([[4], [[one, 4]], []])
    })

    /** A variant that uses these items, with its product's id. */
    async function kitOf(...items: string[]) {
      const kit = await aVariant({ items: items.map((inventory_item_id) => ({ inventory_item_id })), manage_inventory: true })
      return { kit, product: (await service.db.collection('products').findOne({ 'variants.id': kit }))!._id as never as string }
    }

    it('reserves nothing more for a line that became smaller if enough is in stock', async () => {
      const [desk, leg, order] = [await anItem(9), await anItem(9), anOrder()]
      const { kit, product } = await kitOf(desk)
      const [from, to] = [`ordli_from_${order}`, `ordli_to_${order}`]
      await reserve(desk, from, 3)
      const create = [{ variant_id: kit, inventory_item_id: leg, required_quantity: 1 }]
      expect((await send(batchVariantInventoryItems, product, { body: { create } })).status).toBe(200)
      expect((await claim(order, [line(from, kit, 2, 3), line(to, await taking(desk), 1)])).status).toBe(200)
      await settle(order, { [from]: 2, [to]: 1 })
      expect([await held(desk), await held(leg), await said(from)]).toEqual([[3], [0], [[one, 2]]])
    })

    it('keeps no more of a replaced item reserved than the line has, even if the line gave units of another', async () => {
      const [former, next, desk, order] = [await anItem(9), await anItem(0), await anItem(5), anOrder()]
      const { kit, product } = await kitOf(former, desk)
      const [from, to] = [`ordli_from_${order}`, `ordli_to_${order}`]
      for (const item of [former, desk]) await reserve(item, from, 5)
      const of = { variant_id: kit, required_quantity: 1 }
      const body = { create: [{ ...of, inventory_item_id: next }], delete: [{ variant_id: kit, inventory_item_id: former }] }
      expect((await send(batchVariantInventoryItems, product, { body })).status).toBe(200)
      expect((await claim(order, [line(from, kit, 3, 5), line(to, await taking(desk), 1)])).status).toBe(200)
      await settle(order, { [from]: 3, [to]: 1 })
      expect([await held(former), await held(next), await held(desk)]).toEqual([[3], [0], [4]])
    })

    it('is refused for more than both lines hold', async () => {
      const { item, order, from, claimed } = await taken()
      const [less, more] = claimed(1)
      expect(refusal(await claim(order, [less!, { ...more!, wanted: 2 }]))).toEqual(notEnough(item, one))
      expect([await held(item), await said(from), await claims(order)]).toEqual([[4], [[one, 4]], 0])
    })
  })

  it('leaves the claim of a later change unchanged', async () => {
    const item = await anItem(10)
    const variant = await taking(item)
    const order = anOrder()
    await claim(order, [line('ordli_l', variant, 2)])
    await claim(order, [line('ordli_l', variant, 5, 2)], { version: 3 })
    await settle(order, { ordli_l: 2 })
    expect([await held(item), await claims(order)]).toEqual([[5], 2])
    await settle(order, { ordli_l: 5 }, 3)
    expect([await held(item), await said('ordli_l'), await claims(order)]).toEqual([[5], [[one, 5]], 0])
  })

  it('changes nothing when there is no claim, or it is already settled', async () => {
    const item = await anItem(10)
    const order = anOrder()
    await settle(order, { ordli_n: 3 })
    await claim(order, [line('ordli_n', await taking(item), 3)])
    await settle(order, { ordli_n: 3 })
    await settle(order, {})
    expect(await held(item)).toEqual([3])
  })
})

describe('pick-stock', () => {
  const stockOf = async (id: string): Promise<[number, number]> => {
    const { stocked_quantity, reserved_quantity } = (await send(getInventoryItem, id)).body.inventory_item
    return [stocked_quantity, reserved_quantity]
  }
  let parcels = 0
  type Sold = Line & { sold_at?: string | undefined }
  /** A fulfillment of all units of some lines: functions that pick its stock, settle the pick, and put it back. */
  function aParcel(order_id: string, ...all: Sold[]) {
    const fulfillment_id = `ful_stock_${++parcels}`
    const lines = all.map(({ wanted: quantity, present: _, ...of }) => ({ ...of, quantity }))
    const packed = lines.map((of) => ({ ...of, unsent: of.quantity, requires_shipping: false, title: 'One' }))
    const place = { shipping_option_id: ids.shipping_option, location_id: one, seller_id: null }
    const pick = { order_id, pick_id: fulfillment_id }
    const unsent = lines.map(({ line_item_id, quantity }) => ({ line_item_id, quantity }))
    return {
      pick: () => send(pickStock, undefined, { body: { order_id, fulfillment_id, ...place, lines: packed } }),
      settle: () =>
        send(settlePick, undefined, { body: { ...pick, has: true, lines: unsent.map((of) => ({ ...of, quantity: 0 })) } }),
      putBack: () => send(settlePick, undefined, { body: { ...pick, has: false, lines: unsent } }),
    }
  }
  const productOf = async (variant: string): Promise<string> =>
    (await service.db.collection('products').findOne({ 'variants.id': variant }))!._id as never
  /** An order of two units of a new variant that uses the item. */
  async function ordered(item: string) {
    const [order, variant_id] = [anOrder(), await taking(item)]
    const wanted = line(`ordli_of_${order}`, variant_id, 2)
    await claim(order, [wanted])
    await settle(order, { [wanted.line_item_id]: 2 })
    return { ...aParcel(order, wanted), order, wanted, params: { id: await productOf(variant_id), variant_id } }
  }
  /** The variant uses the second item instead of the first. */
  async function replace({ id, variant_id }: { id: string; variant_id: string }, former: string, next: string) {
    const create = [{ variant_id, inventory_item_id: next, required_quantity: 1 }]
    const body = { create, delete: [{ variant_id, inventory_item_id: former }] }
    expect((await send(batchVariantInventoryItems, id, { body })).status).toBe(200)
  }

  it('picks reserved stock once, even after the stock of the variant is no longer managed', async () => {
    const item = await anItem(10)
    const { pick, settle: sent, params } = await ordered(item)
    expect((await send(updateProductVariant, undefined, { params, body: { manage_inventory: false } })).status).toBe(200)
    const answers = [...(await Promise.all([pick(), pick(), pick()])), await pick()]
    for (const { body: packed } of answers) expect(packed.items).toMatchObject([{ inventory_item_id: item, quantity: 2 }])
    await sent()
    expect(await stockOf(item)).toEqual([8, 0])
  })

  it('picks nothing of an item that was linked to the variant after the reservation', async () => {
    const [item, added] = [await anItem(10), await anItem(10)]
    const { pick, settle: sent, params } = await ordered(item)
    const create = [{ ...params, inventory_item_id: added, required_quantity: 1 }]
    const body = { create: create.map(({ id: _, ...link }) => link) }
    expect((await send(batchVariantInventoryItems, params.id, { body })).status).toBe(200)
    const answers = [...(await Promise.all([pick(), pick(), pick()])), await pick()]
    for (const { body: packed } of answers) expect(packed.items).toMatchObject([{ inventory_item_id: item, quantity: 2 }])
    await sent()
    expect([await stockOf(item), await stockOf(added)]).toEqual([
      [8, 0],
      [10, 0],
    ])
  })

  it('picks the item that replaced another one, once an edit raised the line', async () => {
    const [former, next] = [await anItem(10), await anItem(10)]
    const { order, wanted, params } = await ordered(former)
    await replace(params, former, next)
    await claim(order, [{ ...wanted, present: 2, wanted: 5 }], { version: 3 })
    await settle(order, { [wanted.line_item_id]: 5 }, 3)
    expect([await held(former), await held(next), await said(wanted.line_item_id)]).toEqual([[0], [5], [[one, 5]]])
    const { body: packed } = await aParcel(order, { ...wanted, wanted: 5 }).pick()
    expect(packed.items).toMatchObject([{ inventory_item_id: next, quantity: 5 }])
    expect([await stockOf(former), await stockOf(next)]).toEqual([
      [10, 0],
      [5, 0],
    ])
  })

  it('picks nothing of a variant that is no longer managed, once an edit raised the line', async () => {
    const item = await anItem(10)
    const { order, wanted, params } = await ordered(item)
    expect((await send(updateProductVariant, undefined, { params, body: { manage_inventory: false } })).status).toBe(200)
    await claim(order, [{ ...wanted, present: 2, wanted: 5 }], { version: 3 })
    await settle(order, { [wanted.line_item_id]: 2 }, 3) // it did not happen
    expect(await stockOf(item)).toEqual([10, 2])
    await claim(order, [{ ...wanted, present: 2, wanted: 5 }], { version: 4 })
    await settle(order, { [wanted.line_item_id]: 5 }, 4)
    expect(await stockOf(item)).toEqual([10, 0])
    const { body: packed } = await aParcel(order, { ...wanted, wanted: 5 }).pick()
    expect(packed.items).toMatchObject([{ inventory_item_id: null, quantity: 5 }])
  })

  it('picks a replaced item for all units that an edit left of the line, and it is reserved for no more', async () => {
    const [former, next] = [await anItem(10), await anItem(10)]
    const { order, wanted, params } = await ordered(former)
    await replace(params, former, next)
    await claim(order, [{ ...wanted, present: 2, wanted: 1 }], { version: 3 })
    await settle(order, { [wanted.line_item_id]: 1 }, 3)
    expect([await stockOf(former), await stockOf(next), await said(wanted.line_item_id)]).toEqual([[10, 1], [10, 0], [[one, 1]]])
    await aParcel(order, { ...wanted, wanted: 1 }).pick()
    expect(await stockOf(former)).toEqual([9, 0])
  })

  it('keeps the stock of a replaced item reserved where the new one has too little', async () => {
    const [former, scarce] = [await anItem(10), await anItem(1)]
    const { order, wanted, params } = await ordered(former)
    await claim(order, [{ ...wanted, present: 2, wanted: 5 }], { version: 3 })
    await replace(params, former, scarce)
    await settle(order, { [wanted.line_item_id]: 5 }, 3)
    expect([await held(former), await held(scarce)]).toEqual([[5], [0]])
  })

  /** Backordered goods of these items; `arrive` stocks one of them. */
  const backordered = (...items: string[]) =>
    aVariant({
      items: items.map((inventory_item_id, n) => ({ inventory_item_id, required_quantity: n === 0 ? 1 : 4 })),
      ...{ manage_inventory: true, allow_backorder: true },
    })
  const arrive = async (item: string, stocked_quantity: number) =>
    expect((await send(createLocationLevel, item, { body: { location_id: one, stocked_quantity } })).status).toBe(200)

  it('picks backordered goods that were stocked only after they were sold, once', async () => {
    const [item, order] = [await anItem(), anOrder()]
    const wanted = line(`ordli_of_${order}`, await backordered(item), 2)
    await claim(order, [wanted])
    await settle(order, { [wanted.line_item_id]: 2 })
    const { pick, settle: sent } = aParcel(order, wanted)
    expect(refusal(await pick())[0]).toBe(400)
    await arrive(item, 1)
    const answers = [...(await Promise.all([pick(), pick(), pick()])), await pick()]
    for (const { body: packed } of answers) expect(packed.items).toMatchObject([{ inventory_item_id: item, quantity: 2 }])
    await sent()
    expect(await stockOf(item)).toEqual([-1, 0])
  })

  it('picks the part of a kit that was stocked only after the kit was sold, but none that was linked after that', async () => {
    const [desk, leg, later, order] = [await anItem(9), await anItem(), await anItem(9), anOrder()]
    const kit = await backordered(desk, leg)
    const wanted = line(`ordli_of_${order}`, kit, 1)
    await claim(order, [wanted])
    await settle(order, { [wanted.line_item_id]: 1 })
    await arrive(leg, 100)
    const create = [{ variant_id: kit, inventory_item_id: later, required_quantity: 1 }]
    expect((await send(batchVariantInventoryItems, await productOf(kit), { body: { create } })).status).toBe(200)
    const { pick, settle: sent } = aParcel(order, wanted)

    await service.db.command({ collMod: 'inventory_items', validator: { _id: { $ne: leg } } })
    const failed = pick().finally(() => service.db.command({ collMod: 'inventory_items', validator: {} }))
    expect([(await failed).status, await stockOf(desk), await stockOf(leg)]).toEqual([500, [8, 0], [100, 0]])
    const answers = [...(await Promise.all([pick(), pick(), pick()])), await pick()]
    for (const { body: packed } of answers) expect(packed.items).toHaveLength(2)
    await sent()
    expect([await stockOf(desk), await stockOf(leg), await stockOf(later)]).toEqual([
      [8, 0],
      [96, 0],
      [9, 0],
    ])
  })

  /** The variant uses the item, too, from now on. */
  async function link(variant_id: string, inventory_item_id: string) {
    const create = [{ variant_id, inventory_item_id, required_quantity: 1 }]
    expect((await send(batchVariantInventoryItems, await productOf(variant_id), { body: { create } })).status).toBe(200)
  }
  /** An order of one unit of each of these variants: its lines, as sold now. */
  async function sold(...variants: string[]): Promise<{ order: string; lines: Sold[] }> {
    const order = anOrder()
    const lines = variants.map((variant_id, n) => line(`ordli_${n}_of_${order}`, variant_id, 1))
    const sold_at = new Date().toISOString()
    await claim(order, lines)
    await settle(order, Object.fromEntries(lines.map(({ line_item_id }) => [line_item_id, 1])))
    return { order, lines: lines.map((of) => ({ ...of, sold_at })) }
  }

  it.each([
    ['of reserved goods', 9],
    ['of goods that could not be reserved', undefined],
  ])('picks nothing that was linked after the sale when a parcel %s is packed anew', async (_, stock) => {
    const [desk, later] = [await (stock ? anItem(stock) : anItem()), await anItem(9)]
    const kit = await backordered(desk)
    const { order, lines } = await sold(kit)
    if (!stock) await arrive(desk, 9)
    await link(kit, later)
    const [first, second] = [aParcel(order, ...lines), aParcel(order, ...lines)]
    expect((await first.pick()).body.items).toHaveLength(1)
    await first.putBack()
    expect((await second.pick()).body.items).toMatchObject([{ inventory_item_id: desk, quantity: 1 }])
    await second.settle()
    expect((await second.pick()).body.items).toHaveLength(1) // it comes late
    expect([await stockOf(desk), await stockOf(later)]).toEqual([
      [8, 0],
      [9, 0],
    ])
  })

  it.each([
    ['', true],
    [', even if it is not known when they were sold', false],
  ])('picks the same again when a parcel of several lines is repeated%s', async (_, isDated) => {
    const [chair, desk] = [await anItem(9), await anItem(9)]
    const [simple, kit] = [await taking(chair), await backordered(desk)]
    const { order, lines } = await sold(simple, kit)
    await link(kit, chair)
    const { pick } = aParcel(order, ...lines.map(({ sold_at, ...of }) => ({ ...of, ...(isDated && { sold_at }) })))
    const first = await pick()
    expect(first.body.items).toHaveLength(2)
    expect((await pick()).body.items).toEqual(first.body.items)
    expect([await stockOf(chair), await stockOf(desk)]).toEqual([
      [8, 0],
      [8, 0],
    ])
  })

  it('rejects managed variants without a reservation, and picks nothing for unmanaged variants', async () => {
    const none = aParcel(anOrder(), line('ordli_none_reserved', await taking(await anItem(10)), 1))
    expect(refusal(await none.pick())).toEqual([
      ...[400, 'invalid_data'],
      'No stock reservation found for item ordli_none_reserved - One',
    ])
    const free = aParcel(anOrder(), line('ordli_free', await aVariant({ manage_inventory: false }), 1))
    expect((await free.pick()).body.items).toMatchObject([{ inventory_item_id: null, quantity: 1 }])
  })
})

describe('find-stock-places', () => {
  const places = async (...variant_ids: string[]) =>
    (await send(findStockPlaces, undefined, { body: { variant_ids } })).body.variants

  it('returns the locations of the variants’ items in order, and whether their stock is managed', async () => {
    const [shirt, button] = [await anItem(0), await anItem(4, 5)]
    const kit = await aVariant({
      items: [shirt, button].map((inventory_item_id) => ({ inventory_item_id })),
      manage_inventory: true,
    })
    const [free, bare] = [await aVariant({ manage_inventory: false }), await taking(await anItem())]
    const found = await places(kit, free, bare, 'variant_gone')
    expect(
      found.toSorted((a: { id: string }, b: { id: string }) => [kit, free, bare].indexOf(a.id) - [kit, free, bare].indexOf(b.id)),
    ).toEqual([
      { id: kit, manage_inventory: true, location_ids: [one, two] },
      { id: free, manage_inventory: false, location_ids: [] },
      { id: bare, manage_inventory: true, location_ids: [] },
    ])
    expect(await places()).toEqual([])
    const closed = await aLocation()
    const body = { location_levels: [closed, two].map((location_id) => ({ location_id, stocked_quantity: 1 })) }
    const shut = await taking((await send(createInventoryItem, undefined, { body })).body.inventory_item.id)
    expect(await places(shut)).toMatchObject([{ location_ids: [closed, two] }])
    expect((await send(deleteStockLocation, closed)).status).toBe(200)
    expect(await places(shut)).toMatchObject([{ location_ids: [two] }])
  })
})

describe('find-restock-place', () => {
  const SELLERS = seededStore.id
  const place = async (location_id: string | null, ...variant_ids: string[]) => {
    const lines = variant_ids.map((variant_id, n) => ({ line_item_id: `ordli_${n}`, variant_id, quantity: 1 }))
    return (await send(findRestockPlace, undefined, { body: { order_id: anOrder(), location_id, seller_id: ids.seller, lines } }))
      .body
  }

  it('tells whether the seller owns the location, and whether goods can be restocked there', async () => {
    await insertMissing(service.db, { stock_locations: [seededStore] })
    const [here, elsewhere] = [SELLERS, one].map((location_id) =>
      send(createInventoryItem, undefined, { body: { location_levels: [{ location_id, stocked_quantity: 1 }] } }),
    )
    const stocked = await taking((await here!).body.inventory_item.id)
    const away = await taking((await elsewhere!).body.inventory_item.id)
    const free = await aVariant({ manage_inventory: false })
    expect(await place(SELLERS, stocked)).toEqual({ is_own: true, is_restockable: true })
    expect(await place(SELLERS, stocked, away, free)).toEqual({ is_own: true, is_restockable: true })
    expect(await place(SELLERS, away, free)).toEqual({ is_own: true, is_restockable: false })
    for (const location_id of [one, 'sloc_none', null]) {
      expect(await place(location_id, away)).toEqual({ is_own: false, is_restockable: false })
      for (const goods of [[free], ['variant_gone'], []])
        expect(await place(location_id, ...goods)).toEqual({ is_own: false, is_restockable: true })
    }
  })
})
