import {
  createInventoryItem,
  createProduct,
  createStockLocation,
  exportInventoryItems,
  getInventoryItemExport,
  getInventoryItemExportPart,
  getProductExport,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { commandsOf, exportedFiles, plansOf, refusal } from '@souk/runtime/testing'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let shop: { id: string; name: string }
beforeAll(async () => {
  service = await startPricing()
  shop = await aLocation('A shop')
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const { part, done, fileOf, ...files } = exportedFiles(() => service, {
  ...{ begin: exportInventoryItems, get: getInventoryItemExport, part: getInventoryItemExportPart },
  key: 'inventory_item_export',
})
async function exported(query: string) {
  const { found, text } = await files.exported(query)
  return { found, text, lines: parse(text, { columns: true }) as Record<string, string>[] }
}
const aLocation = async (name: string) =>
  (await send(createStockLocation, undefined, { body: { name } as never })).body.stock_location
const anItem = async (more: object) =>
  (await send(createInventoryItem, undefined, { body: { sku: aName('SKU'), ...more } as never })).body.inventory_item
const amountsAt = (name: string, line: Record<string, string>) =>
  ['Stocked', 'Reserved', 'Available'].map((which) => line[`Location [${name}] ${which} Quantity`])

describe('an inventory item export', () => {
  it('writes a row per variant that uses an item, with the quantities at each location', async () => {
    const elsewhere = await aLocation('Another shop')
    const location_levels = [{ location_id: shop.id, stocked_quantity: 7 }]
    const { id, sku } = await anItem({ title: 'two\n"lines", a comma', description: '=1+1', weight: 2.5, location_levels })
    const alone = await anItem({})
    const variants = ['S', 'M'].map((size) => ({
      title: size,
      ean: `${sku} ${size}`,
      options: { size },
      inventory_items: [{ inventory_item_id: id }],
    }))
    const body = { title: aName('Table'), options: [{ title: 'size', values: ['S', 'M'] }], variants }
    const { product } = (await send(createProduct, undefined, { body: body as never })).body
    const held = [{ reservation_id: 'resitem_1', quantity: 9 }] // as backorders do
    const $set = { 'location_levels.0.held': held, 'location_levels.0.reserved_quantity': 9 }
    await service.db.collection<{ _id: string }>('inventory_items').updateOne({ _id: id }, { $set })

    const { found, text, lines } = await exported(`id[]=${id}&id[]=${alone.id}`)
    const event = { type: 'inventory-item-export.finished', ids: { id: found.id } }
    expect(await service.eventsOf(found.id, 1)).toMatchObject([event])
    expect(found).toMatchObject({
      inventory_items: 2,
      file: {
        url: `/admin/inventory-item-exports/${found.id}/file`,
        filename: `${found.id}-inventory-item-exports.csv`,
        mimeType: 'text/csv',
      },
      finished_at: expect.any(String),
    })
    const [head] = text.split('\n')
    expect(head!.split(',').filter((name) => !name.startsWith('Location'))).toEqual([
      ...['Item Id', 'Item Sku', 'Item Title', 'Item Description', 'Item Thumbnail', 'Item Origin Country', 'Item Hs Code'],
      ...['Item Requires Shipping', 'Item Mid Code', 'Item Material', 'Item Unit Of Measure', 'Item Weight', 'Item Length'],
      ...['Item Height', 'Item Width', 'Item Reserved Quantity', 'Item Stocked Quantity', 'Item Created At', 'Item Updated At'],
      ...['Variant Id', 'Variant Title', 'Variant Barcode', 'Variant Ean', 'Variant Upc'],
    ])
    const item = {
      'Item Id': id,
      'Item Sku': sku,
      'Item Title': 'two\n"lines", a comma',
      'Item Description': "'=1+1",
      'Item Requires Shipping': 'true',
      'Item Weight': '2.5',
      'Item Material': '',
      'Item Stocked Quantity': '7',
      'Item Reserved Quantity': '9',
    }
    expect(lines).toMatchObject([
      { ...item, 'Variant Id': product.variants[0].id, 'Variant Title': 'S', 'Variant Ean': `${sku} S` },
      { ...item, 'Variant Id': product.variants[1].id, 'Variant Title': 'M', 'Variant Ean': `${sku} M` },
      { 'Item Id': alone.id, 'Item Stocked Quantity': '0', 'Variant Id': '' },
    ])
    expect(lines.map((line) => amountsAt(shop.name, line))).toEqual([
      ['7', '9', '-2'],
      ['7', '9', '-2'],
      ['', '', ''],
    ])
    expect(lines.map((line) => amountsAt(elsewhere.name, line))).toEqual(lines.map(() => ['', '', '']))
  })

  it('distinguishes locations of the same name by id, and escapes formulas and line breaks in names', async () => {
    const twins = [await aLocation('Twin'), await aLocation('Twin')]
    const odd = await aLocation('=odd,\n"one"')
    const location_levels = [...twins, odd].map(({ id: location_id }, at) => ({ location_id, stocked_quantity: at + 1 }))
    const { id } = await anItem({ location_levels })
    const [line] = (await exported(`id=${id}`)).lines
    expect(twins.map((twin) => amountsAt(`Twin ${twin.id}`, line!)[0])).toEqual(['1', '2'])
    expect(amountsAt(odd.name, line!)).toEqual(['3', '0', '3'])
  })

  it('contains what the list finds by filter, search and location', async () => {
    const { id, sku } = await anItem({ material: aName('oak'), location_levels: [{ location_id: shop.id, stocked_quantity: 1 }] })
    const other = await anItem({ material: aName('elm') })
    const idsOf = async (query: string) => (await exported(query)).lines.map((line) => line['Item Id'])
    expect(await idsOf(`sku=${encodeURIComponent(sku)}`)).toEqual([id])
    expect(await idsOf(`q=${encodeURIComponent(sku)}`)).toEqual([id])
    const atShop = await idsOf(`location_levels[location_id]=${shop.id}&limit=1&offset=5&order=-sku&fields=id`)
    expect([atShop.includes(id), atShop.includes(other.id)]).toEqual([true, false])
  })

  it('contains every item once, and resumes after a crash', async () => {
    const material = aName('many')
    const ids = (await Promise.all(Array.from({ length: 45 }, () => anItem({ material })))).map(({ id }) => id).toSorted()
    let made!: Awaited<ReturnType<typeof exported>>
    const commands = await commandsOf(service.db, async () => {
      made = await exported(`material=${encodeURIComponent(material)}`)
    })
    const { found, lines } = made
    const ofItems = commands.filter(({ ns }) => ns.endsWith('.inventory_items'))
    expect([ofItems.length, ofItems.filter(({ command }) => command.aggregate).length]).toEqual([4, 0])
    expect(found.inventory_items).toBe(45)
    expect(lines.map((line) => line['Item Id'])).toEqual(ids)

    // as when the process ends after the first page
    const exports = service.db.collection<{ _id: string }>('inventory_item_exports')
    const begun = { status: 'running', parts: 2, written: 20, last_id: ids[19], taken_until: Date.now() - 1 }
    await exports.updateOne({ _id: found.id }, { $set: begun, $inc: { revision: 1 } })
    expect(await done(found.id)).toMatchObject({ inventory_items: 45 })
    expect((parse(await fileOf(found.id), { columns: true }) as typeof lines).map((line) => line['Item Id'])).toEqual(ids)
  })

  it('uses an index', async () => {
    await anItem({})
    const profile = await plansOf(service.db, () => exported('').then(() => undefined))
    const scans = profile.filter(
      ({ ns, planSummary }) => /inventory_items|products$/.test(ns) && planSummary?.includes('COLLSCAN'),
    )
    expect(scans).toEqual([])
  })

  it('contains only the header row when nothing matches', async () => {
    const { found, text, lines } = await exported('id=iitem_none')
    expect([found.inventory_items, lines]).toEqual([0, []])
    expect(text).toMatch(/^Item Id,/)
  })

  it('rejects unknown filters, and creates one export for a repeated request', async () => {
    expect((await send(exportInventoryItems, undefined, { query: 'colour=red' })).status).toBe(400)
    const op_id = mintOpId(Date.now())
    const query = 'id=iitem_none'
    const answers = await Promise.all([1, 2, 3].map(() => send(exportInventoryItems, undefined, { query, op_id })))
    expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1)
  })

  it('has no file before it is finished, no unknown parts, and is not a product export', async () => {
    const text = (id: string) => [404, 'not_found', `Inventory item export with id: ${id} was not found`]
    expect(refusal(await send(getInventoryItemExport, 'iexp_none'))).toEqual(text('iexp_none'))
    expect(refusal(await part('iexp_none', 0))).toEqual(text('iexp_none'))
    const { found } = await exported('id=iitem_none')
    expect((await send(getProductExport, found.id)).status).toBe(404)
    const gone = [404, 'not_found', `The file of inventory item export with id: ${found.id} was not found`]
    expect(refusal(await part(found.id, 99))).toEqual(gone)
    await service.db
      .collection<{ _id: string }>('inventory_item_exports')
      .updateOne({ _id: found.id }, { $set: { status: 'running', taken_until: Date.now() + 60_000 }, $inc: { revision: 1 } })
    expect(refusal(await part(found.id, 0))).toEqual(gone)
    expect((await send(getInventoryItemExport, found.id)).body.inventory_item_export).toMatchObject({ file: null })
  })
})
