import {
  batchProducts,
  createProduct,
  createRegion,
  exportProducts,
  getProductExport,
  getProductExportPart,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { commandsOf, exportedFiles, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const { part, done, fileOf, exported } = exportedFiles(() => service, {
  ...{ begin: exportProducts, get: getProductExport, part: getProductExportPart },
  key: 'product_export',
})
const aProduct = async (title: string, more: object = {}) =>
  (await send(createProduct, undefined, { body: { title, options: [{ title: 'size', values: ['S', 'M'] }], ...more } as never }))
    .body.product

describe('a product export', () => {
  it('writes a row per variant, with the columns that are needed', async () => {
    const region = aName('Europe')
    const { id: region_id } = (await send(createRegion, undefined, { body: { name: region, currency_code: 'eur' } })).body.region
    const title = aName('Table')
    const prices = [
      { currency_code: 'eur', amount: 10.5 },
      { currency_code: 'eur', amount: 9, rules: { region_id } },
      { currency_code: 'eur', amount: 1, min_quantity: 5 },
    ]
    const { id, variants } = await aProduct(title, {
      description: 'two\n"lines", and a comma',
      subtitle: '=1+1',
      images: [{ url: 'https://a.example/1.png' }, { url: 'https://a.example/2.png' }],
      variants: [
        { title: 'One', sku: title, options: { size: 'S' }, prices, metadata: { a: 1 } },
        { title: 'Two', options: { size: 'M' }, manage_inventory: false },
      ],
    })
    const empty = await aProduct(aName('Empty'))
    const { found, text } = await exported(`id[]=${id}&id[]=${empty.id}`)

    expect(found).toMatchObject({
      products: 2,
      file: { url: `/admin/product-exports/${found.id}/file`, filename: `${found.id}-product-exports.csv`, mimeType: 'text/csv' },
      finished_at: expect.any(String),
    })
    expect(await service.eventsOf(found.id, 1)).toMatchObject([{ type: 'product-export.finished', ids: { id: found.id } }])
    const [head, ...lines] = text.split(/\n(?=prod_)|\n$/)
    const names = head!.split(',')
    expect(names.slice(0, 4)).toEqual(['Product Id', 'Product Handle', 'Product Title', 'Product Subtitle'])
    expect(names.filter((name) => /\d|Price/.test(name))).toEqual([
      'Product Image 1',
      'Product Image 2',
      'Variant Option 1 Name',
      'Variant Option 1 Value',
      'Variant Price EUR',
      `Variant Price ${region} [EUR]`,
    ])
    expect(lines).toHaveLength(4) // the last row ends the file
    expect(lines[0]).toContain('"two\n""lines"", and a comma"')
    expect(lines[0]).toContain("'=1+1")
    expect(lines[0]).toMatch(new RegExp(`${variants[0].id},One,${title},.*size,S,10.5,9$`))
    expect(lines[1]).toMatch(/,Two,.*,false,.*size,M,,$/)
    expect(lines[2]!.startsWith(`${empty.id},`)).toBe(true)
  })

  it('names regions with their ids if imports cannot tell their names apart', async () => {
    const name = aName('EU_West')
    const region = async (body: { name: string; currency_code: string }) =>
      (await send(createRegion, undefined, { body })).body.region.id as string
    const ids = [
      await region({ name, currency_code: 'eur' }),
      await region({ name: name.replace('_', ' '), currency_code: 'eur' }),
    ]
    const prices = ids.map((region_id, n) => ({ currency_code: 'eur', amount: 8 + n, rules: { region_id } }))
    const { id } = await aProduct(aName('Shelf'), { variants: [{ title: 'One', options: { size: 'S' }, prices }] })
    const { text } = await exported(`id=${id}`)

    const names = text.split('\n')[0]!.split(',')
    expect(names.filter((one) => one.startsWith('Variant Price')).toSorted()).toEqual(
      [`Variant Price ${name} (${ids[0]}) [EUR]`, `Variant Price ${name.replace('_', ' ')} (${ids[1]}) [EUR]`].toSorted(),
    )
  })

  it('contains every product once, and resumes after a crash', async () => {
    const title = aName('Many')
    const create = Array.from({ length: 45 }, (_, n) => ({
      title: `${title} ${n}`,
      options: [{ title: 'size', values: ['S'] }],
    }))
    const ids = (await send(batchProducts, undefined, { body: { create } })).body.created.map(({ id }: { id: string }) => id)
    let made!: Awaited<ReturnType<typeof exported>>
    const commands = await commandsOf(service.db, async () => {
      made = await exported(`q=${encodeURIComponent(title)}`)
    })
    const { found, text } = made
    const ofProducts = commands.filter(({ ns }) => ns.endsWith('.products'))
    const pages = 2 * 4 // for the columns and for the rows, each including an empty last page
    expect([ofProducts.length, ofProducts.filter(({ command }) => command.aggregate).length]).toEqual([pages, 0])
    const linesOf = (file: string) => [...file.matchAll(/^prod_\w+/gm)].map(([id]) => id)
    expect(found.products).toBe(45)
    expect(linesOf(text)).toEqual([...ids].sort())

    // as when the process ends after the first page
    const exports = service.db.collection<{ _id: string }>('product_exports')
    const begun = { status: 'running', parts: 2, written: 20, last_id: ids.toSorted()[19], taken_until: Date.now() - 1 }
    await exports.updateOne({ _id: found.id }, { $set: begun, $inc: { revision: 1 } })
    expect(await done(found.id)).toMatchObject({ products: 45 })
    expect(linesOf(await fileOf(found.id))).toEqual([...ids].sort())
  })

  it('is written in several parts if its rows are too long for one document of MongoDB', async () => {
    const title = aName('Long')
    const values = Array.from({ length: 60 }, (_, n) => `size ${n}`)
    const variants = values.map((size) => ({ title: size, options: { size }, manage_inventory: false }))
    const create = Array.from({ length: 5 }, (_, n) => ({
      title: `${title} ${n}`,
      description: '長'.repeat(20_000),
      options: [{ title: 'size', values }],
      variants,
    }))
    expect((await send(batchProducts, undefined, { body: { create } })).status).toBe(200)
    const { found, text } = await exported(`q=${encodeURIComponent(title)}`)

    expect(Buffer.byteLength(text)).toBeGreaterThan(16 * 1024 * 1024)
    expect([found.products, text.split('\n').length]).toEqual([5, 1 + 5 * 60 + 1])
  })

  it('keeps a part of a replica that took it later', async () => {
    const { keepPart, findPart } = service.deps.productExports
    const deadline = Date.now() + 60_000
    const keep = (text: string, fence: number) => keepPart({ export_id: 'pexp_fenced', n: 1, text, fence }, deadline)
    expect([await keep('first', 4), await keep('later', 6), await keep('late', 4), await keep('again', 6)]).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(await findPart('pexp_fenced', 1, deadline)).toBe('again')
  })

  it('contains only the header row when nothing matches', async () => {
    const { found, text } = await exported('id=prod_none')
    expect([found.products, text.split('\n').length]).toEqual([0, 2])
  })

  it('rejects unknown filters, and creates one export for a repeated request', async () => {
    expect((await send(exportProducts, undefined, { query: 'colour=red' })).status).toBe(400)
    const op_id = mintOpId(Date.now())
    const answers = await Promise.all([1, 2, 3].map(() => send(exportProducts, undefined, { query: 'id=prod_none', op_id })))
    expect(new Set(answers.map(({ body }) => body.transaction_id)).size).toBe(1)
  })

  it('returns 404 for unknown exports and parts', async () => {
    const text = (id: string) => [404, 'not_found', `Product export with id: ${id} was not found`]
    expect(refusal(await send(getProductExport, 'pexp_none'))).toEqual(text('pexp_none'))
    expect((await part('pexp_none', 0)).status).toBe(404)
    const { found } = await exported('id=prod_none')
    expect(refusal(await part(found.id, 99))).toEqual([
      404,
      'not_found',
      `The file of product export with id: ${found.id} was not found`,
    ])
  })
})
