import {
  batchProducts,
  batchProductVariants,
  createInventoryItem,
  createProduct,
  createProductVariant,
  createReservation,
  createStockLocation,
  createVendorProduct,
  deleteProduct,
  deleteProductVariant,
  getInventoryItem,
  getProduct,
  listInventoryItems,
  type Operation,
  updateProduct,
  updateVendorProduct,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, aName } from '../../../test/as-admin.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let location_id: string
beforeAll(async () => {
  service = await startPricing()
  location_id = (await send(createStockLocation, { body: { name: 'Shed' } })).body.stock_location.id
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const of = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })

interface Made {
  id: string
  variants: { id: string; title: string; sku: string | null; inventory_items: { inventory_item_id: string }[] }[]
}
const shown = 'fields=id,variants.title,variants.sku,*variants.inventory_items'
const sizes = { options: [{ title: 'size', values: ['S', 'M'] }] }
const pair = () => [
  { title: 'a', sku: aName('sku'), options: { size: 'S' } },
  { title: 'b', options: { size: 'M' } },
]
const aProduct = async (variants: object[] = pair()): Promise<Made> => {
  const { body } = await send(createProduct, { body: { title: aName('Product'), ...sizes, variants } as never, query: shown })
  return body.product
}
const itemOf = ({ variants }: Made, at = 0) => variants[at]!.inventory_items[0]!.inventory_item_id
const statusOf = async (id: string) => (await of(getInventoryItem, id)).status
const anItem = async (more: object = {}): Promise<string> =>
  (await send(createInventoryItem, { body: { title: 'Leg', ...more } })).body.inventory_item.id

/** Each way to delete the first variant of a product. */
const WAYS: [string, (product: Made, op_id?: string) => Promise<{ status: number; body: { type: string; message: string } }>][] =
  [
    [
      'deleted by itself',
      ({ id, variants }, op_id) => send(deleteProductVariant, { op_id, params: { id, variant_id: variants[0]!.id } }),
    ],
    [
      'deleted in a batch of variants',
      ({ id, variants }, op_id) => of(batchProductVariants, id, { op_id, body: { delete: [variants[0]!.id] } }),
    ],
    [
      'omitted from an update of its product',
      ({ id, variants }, op_id) => of(updateProduct, id, { op_id, body: { variants: [{ id: variants[1]!.id }] } }),
    ],
    [
      'omitted from an update of its product in a batch',
      ({ id, variants }, op_id) =>
        send(batchProducts, { op_id, body: { update: [{ id, variants: [{ id: variants[1]!.id }] }] } as never }),
    ],
    ['deleted with its product', ({ id }, op_id) => of(deleteProduct, id, { op_id })],
    ['deleted with its product in a batch', ({ id }, op_id) => send(batchProducts, { op_id, body: { delete: [id] } })],
  ]

describe.each(WAYS)('deletion of a variant (%s)', (_name, go) => {
  it('deletes the inventory item that only this variant used, and frees the SKU', async () => {
    const product = await aProduct()
    const sku = product.variants[0]!.sku!

    expect((await go(product)).status).toBe(200)
    expect(await statusOf(itemOf(product))).toBe(404)
    const again = await aProduct([{ title: 'again', sku }])
    expect((await of(getInventoryItem, itemOf(again))).body.inventory_item.sku).toBe(sku)
  })

  it('keeps an inventory item that other variants use', async () => {
    const shared = await anItem()
    const take = (...ids: string[]) => ({ inventory_items: ids.map((inventory_item_id) => ({ inventory_item_id })) })
    const other = await aProduct([{ title: 'other', ...take(shared) }])
    const product = await aProduct([{ title: 'a', options: { size: 'S' }, ...take(shared) }, pair()[1]!])

    expect((await go(product)).status).toBe(200)
    expect(await statusOf(shared)).toBe(200)
    await of(deleteProduct, other.id)
    expect(await statusOf(shared)).toBe(404)
  })

  it('is rejected while the inventory item has reservations', async () => {
    const inventory_item_id = await anItem({ location_levels: [{ location_id, stocked_quantity: 5 }] })
    const product = await aProduct([{ title: 'a', options: { size: 'S' }, inventory_items: [{ inventory_item_id }] }, pair()[1]!])
    await send(createReservation, { body: { inventory_item_id, location_id, quantity: 1 } })

    const text = `Cannot remove following inventory item(s) since they have reservations: [${inventory_item_id}].`
    expect(refusal(await go(product))).toEqual([400, 'invalid_data', text])
    expect((await of(getProduct, product.id)).body.product.variants).toHaveLength(2)
    expect(await statusOf(inventory_item_id)).toBe(200)
  })
})

const seller = memberOf('sel_1')
const theSellers = async (): Promise<Made> => {
  const body = { title: aName('Product'), ...sizes, variants: pair().map((one) => ({ ...one, prices: [] })) } as never
  const { id } = (await send(createVendorProduct, { actor: seller, body })).body.product
  return (await of(getProduct, id, { query: shown })).body.product
}
type SendList = (id: string, variants: object[]) => (op_id: string) => Promise<{ status: number }>
/** Each way to send the list of variants of a product. */
const LISTS: [string, () => Promise<Made>, SendList][] = [
  ['an administrator', aProduct, (id, variants) => (op_id) => of(updateProduct, id, { op_id, body: { variants } as never })],
  [
    'a seller',
    theSellers,
    (id, variants) => (op_id) => of(updateVendorProduct, id, { op_id, actor: seller, body: { variants } as never }),
  ],
  [
    'a batch',
    aProduct,
    (id, variants) => (op_id) => send(batchProducts, { op_id, body: { update: [{ id, variants }] } as never }),
  ],
]

describe.each(LISTS)('the list of variants sent by %s', (_name, make, list) => {
  it('keeps the item of a new variant for a repeated request, and deletes the item of a removed variant', async () => {
    const product = await make()
    const [first] = product.variants
    const sku = aName('sku')
    const change = list(product.id, [{ id: first!.id }, { title: 'made', sku, options: { size: 'M' }, prices: [] }])
    const op_id = mintOpId(Date.now())
    const answers = [...(await Promise.all([change(op_id), change(op_id)])), await change(op_id)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])

    const changed: Made = (await of(getProduct, product.id, { query: shown })).body.product
    expect(changed.variants).toMatchObject([{ id: first!.id }, { sku }])
    expect((await of(getInventoryItem, itemOf(changed, 1))).body.inventory_item?.sku).toBe(sku)
    expect([await statusOf(itemOf(product)), await statusOf(itemOf(product, 1))]).toEqual([200, 404])
  })
})

describe.each(WAYS)('interrupted deletion of a variant (%s)', (_name, go) => {
  it('is completed, including the inventory item, when the request is repeated', async () => {
    const prices = [{ currency_code: 'eur', amount: 1 }]
    const product = await aProduct(pair().map((one) => ({ ...one, prices })))
    const [first] = product.variants
    const op_id = mintOpId(Date.now())
    await service.db.command({ collMod: 'inventory_items', validator: { deleted_at: null } })
    const ended = go(product, op_id).finally(() => service.db.command({ collMod: 'inventory_items', validator: {} }))
    expect((await ended).status).toBeGreaterThanOrEqual(500)
    expect(await statusOf(itemOf(product))).toBe(200)

    for (let n = 0; n < 2; n++) expect((await go(product, op_id)).status).toBe(200)
    expect(await statusOf(itemOf(product))).toBe(404)
    const again = await aProduct([{ title: 'again', sku: first!.sku! }])
    expect((await of(getInventoryItem, itemOf(again))).body.inventory_item.sku).toBe(first!.sku)
    const kept = await service.db.collection<{ _id: string; leaving?: object[] }>('products').findOne({ _id: product.id })
    expect(kept?.leaving ?? []).toEqual([])
    expect(JSON.stringify((await of(getProduct, product.id)).body)).not.toContain('leaving')
  })
})

describe('inventory items of variants', () => {
  it('left behind by a failure are deleted with the next change of their product', async () => {
    const product = await aProduct()
    const [first, second] = product.variants
    await service.db.command({ collMod: 'inventory_items', validator: { deleted_at: null } })
    await send(deleteProductVariant, { params: { id: product.id, variant_id: first!.id } })
    await service.db.command({ collMod: 'inventory_items', validator: {} })
    expect(await statusOf(itemOf(product))).toBe(200)
    await of(updateProduct, product.id, { body: { subtitle: 'Other' } })
    expect([await statusOf(itemOf(product)), await statusOf(itemOf(product, 1))]).toEqual([404, 200])
    expect((await send(deleteProductVariant, { params: { id: product.id, variant_id: second!.id } })).status).toBe(200)
    expect(await statusOf(itemOf(product, 1))).toBe(404)
  })

  it('are created once for a repeated request, and deleted when all their users are deleted concurrently', async () => {
    const { id } = await aProduct()
    const sku = aName('sku')
    const options = { op_id: mintOpId(Date.now()), body: { title: 'Once', sku, prices: [] } }
    const answers = await Promise.all([1, 2, 3].map(() => of(createProductVariant, id, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await send(listInventoryItems, { query: `sku=${encodeURIComponent(sku)}` })
    expect(body.count).toBe(1)

    const inventory_item_id = await anItem()
    const users = await Promise.all([1, 2, 3].map(() => aProduct([{ title: 'user', inventory_items: [{ inventory_item_id }] }])))
    await Promise.all(users.map((user) => of(deleteProduct, user.id)))
    expect(await statusOf(inventory_item_id)).toBe(404)
  })

  it('of a batch that reuses a SKU are replaced: the new item has the SKU', async () => {
    const product = await aProduct()
    const [first] = product.variants
    const create = [{ title: 'c', prices: [], sku: first!.sku! }]
    const query = 'fields=sku,*inventory_items'
    const { status, body } = await of(batchProductVariants, product.id, { body: { create, delete: [first!.id] }, query })

    expect(status).toBe(200)
    expect(await statusOf(itemOf(product))).toBe(404)
    const [{ inventory_item_id }] = body.created[0].inventory_items
    expect((await of(getInventoryItem, inventory_item_id)).body.inventory_item.sku).toBe(first!.sku)
  })

  it('are created without a SKU that the item of another variant still has', async () => {
    const { id, variants } = await aProduct()
    const [first] = variants
    const body = { create: [{ title: 'c', prices: [], sku: first!.sku! }], update: [{ id: first!.id, sku: aName('sku') }] }
    const { status, body: answer } = await of(batchProductVariants, id, { body, query: 'fields=sku,*inventory_items' })

    expect(status).toBe(200)
    expect(answer.created[0].sku).toBe(first!.sku)
    const [{ inventory_item_id }] = answer.created[0].inventory_items
    expect((await of(getInventoryItem, inventory_item_id)).body.inventory_item.sku).toBeNull()
  })
})
