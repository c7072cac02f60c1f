import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logIn, type Medusa } from './medusa.ts'
import { type System, startSystem } from './system.ts'

let system: System
let folder: string
let medusa: Medusa
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-imports-'))
  system = await startSystem({ env: { FILES_FOLDER: folder, UPLOAD_MAX_MB: '1' } })
  medusa = await logIn(system)
})
afterAll(async () => {
  await system.stop()
  await rm(folder, { recursive: true })
})

const HEADER =
  'Product Handle,Product Title,Product Status,Variant Title,Variant Sku,Variant Option 1 Name,Variant Option 1 Value,Variant Price EUR'
const lines = (handle: string, sizes: readonly string[]) =>
  sizes.map((size) => `${handle},Imported ${handle},published,${size},${handle}-${size},Size,${size},19.5`)
const csv = (...all: readonly string[]) => new File([[HEADER, ...all].join('\n')], 'products.csv', { type: 'text/csv' })
const found = async (handle: string) => (await system.http('GET', `/admin/products?handle=${handle}`)).body.products
const done = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await system.http('GET', `/admin/product-imports/${id}`)
    if (body.product_import?.status !== 'done') throw new Error(`the import is ${body.product_import?.status}`)
    return body.product_import
  })

describe('a CSV file of products', () => {
  it('is uploaded, imported and confirmed like in the dashboard', async () => {
    const file = csv(...lines('uploaded', ['S', 'M']), ...lines('second', ['S']))
    const { transaction_id, summary } = await medusa.admin.product.createImport({ file })
    expect(summary).toEqual({ toCreate: 2, toUpdate: 0 })
    expect(await found('uploaded')).toEqual([])

    await medusa.admin.product.confirmImport(transaction_id)
    expect(await done(transaction_id)).toMatchObject({ originalname: 'products.csv', created: 2, failed: 0 })
    const [product] = await found('uploaded')
    expect(product.variants).toMatchObject([
      { title: 'S', sku: 'uploaded-S', prices: [{ amount: 19.5, currency_code: 'eur' }] },
      { title: 'M', sku: 'uploaded-M' },
    ])
  })

  it('may be sent with the import request', async () => {
    const { transaction_id, summary } = await medusa.admin.product.import({ file: csv(...lines('sent', ['S'])) })
    expect(summary).toEqual({ toCreate: 1, toUpdate: 0 })
    const { status, text } = await system.http('POST', `/admin/products/import/${transaction_id}/confirm`, { body: {} })
    expect([status, text]).toEqual([202, '{}'])
    expect(await done(transaction_id)).toMatchObject({ created: 1 })
    expect(await found('sent')).toHaveLength(1)
  })

  it('is rejected with the number of the line', async () => {
    const wrong = [...lines('wrong', ['S']), 'wrong,Imported,nowhere,M,,Size,M,1']
    await expect(medusa.admin.product.import({ file: csv('x,Imported x,nowhere,M,,Size,M,1') })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Line 2: /),
    })
    await expect(medusa.admin.product.import({ file: csv(...wrong.slice(0, 1), 'short') })).rejects.toMatchObject({
      message: 'Line 3: it does not have as many fields as the first line',
    })
    await expect(medusa.admin.product.import({ file: csv() })).rejects.toMatchObject({ message: 'The file holds no products' })
    await expect(medusa.admin.product.import({ file: csv('x'.repeat(1024 * 1024)) })).rejects.toMatchObject({ status: 413 })
  })

  it.each(['9007199254740993', '0.30000000000000001'])('is rejected when a price would lose precision: %s', async (price) => {
    const line = lines('rounded', ['S'])[0]!.replace('19.5', price)
    await expect(medusa.admin.product.import({ file: csv(...lines('kept', ['S']), line) })).rejects.toMatchObject({
      status: 400,
      message: "Line 3: The value of 'variant price eur' holds a number with more digits than can be kept",
    })
  })

  it.each<[unknown, number, string]>([
    [{ file_key: 'none.csv', originalname: 'a' }, 404, 'File with id: none.csv was not found'],
    [{ file_key: `${'0'.repeat(24)}-a.csv`, originalname: 'a' }, 404, `File with id: ${'0'.repeat(24)}-a.csv was not found`],
    [{ originalname: 'a' }, 400, "Invalid request: Field 'file_key' is required"],
  ])('is rejected when it was not uploaded: %j', async (body, status, message) => {
    const answer = await system.http('POST', '/admin/products/imports', { body })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  it('written by an export can be imported without changes', async () => {
    const file = csv(...lines('round', ['S', 'M']))
    const made = await medusa.admin.product.import({ file })
    await medusa.admin.product.confirmImport(made.transaction_id)
    await done(made.transaction_id)
    const [before] = await found('round')

    const { transaction_id } = (await medusa.admin.product.export({}, { handle: 'round' } as never)) as { transaction_id: string }
    const url = await vi.waitFor(async () => {
      const { body } = await system.http('GET', `/admin/product-exports/${transaction_id}`)
      expect(body.product_export.status).toBe('done')
      return body.product_export.file.url as string
    })
    const answer = await system.http('GET', url)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${transaction_id}-product-exports.csv"`)
    expect((await system.http('GET', url, { as: 'seller' })).status).toBe(401)
    expect((await system.http('GET', url.replace(transaction_id, 'pexp_none'))).status).toBe(404)

    const again = await medusa.admin.product.import({ file: new File([answer.text], 'again.csv', { type: 'text/csv' }) })
    expect(again.summary).toEqual({ toCreate: 0, toUpdate: 1 })
    await medusa.admin.product.confirmImport(again.transaction_id)
    expect(await done(again.transaction_id)).toMatchObject({ updated: 1, failed: 0 })
    const [after] = await found('round')
    const lasting = (product: object) =>
      JSON.parse(JSON.stringify(product, (name, value) => (name === 'updated_at' ? undefined : value)))
    expect(lasting(after)).toEqual(lasting(before))
  })

  it('creates and changes products of the seller who sends it, and can be exported again', async () => {
    const form = async (file: File, as: 'seller' | 'admin' | 'anonymous' = 'seller') => {
      const data = new FormData()
      data.append('file', file)
      const encoded = new Response(data)
      const headers = { 'content-type': encoded.headers.get('content-type')! }
      return system.http('POST', '/vendor/products/import', { as, body: Buffer.from(await encoded.arrayBuffer()), headers })
    }
    const made = await form(csv(...lines('sold', ['S', 'M']), ...lines('sold-too', ['S'])))
    expect(made.status, made.text).toBe(201)
    expect(made.body.products).toMatchObject([{ handle: 'sold', status: 'proposed' }, { handle: 'sold-too' }])
    const [{ id }] = made.body.products

    const { status, body } = await system.http('POST', '/vendor/products/export', { as: 'seller' })
    expect([status, body]).toEqual([
      200,
      { url: expect.stringMatching(/^http:.*\/vendor\/product-exports\/pexp_\w+\/file\?key=[\w-]{43}$/) },
    ])
    const { pathname: url, search } = new URL(body.url)
    const file = await system.http('GET', url, { as: 'seller' })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.text).toContain(id)
    expect(file.text).not.toContain('Mug') // of another seller
    expect((await system.http('GET', url, { as: 'anonymous' })).status).toBe(401)
    expect((await system.http('GET', url + search, { as: 'anonymous' })).text).toBe(file.text)
    expect((await system.http('GET', `${url}?key=wrong`, { as: 'anonymous' })).status).toBe(404)
    expect((await system.http('GET', url.replace(/pexp_\w+/, 'pexp_none'), { as: 'seller' })).status).toBe(404)

    const [columns, ...rows] = file.text.split('\n')
    const own = rows.filter((row) => row.includes(id)).map((row) => row.replaceAll('Imported sold', 'Renamed'))
    const changed = await form(new File([[columns, ...own].join('\n')], 'again.csv', { type: 'text/csv' }))
    expect(changed.body.products, changed.text).toMatchObject([{ id, title: 'Renamed', status: 'proposed' }])

    expect((await form(csv(...lines('sold', ['S'])))).body).toMatchObject({
      type: 'invalid_data',
      message: 'Line 2: Product with handle: sold, already exists.',
    })
    expect((await form(csv())).body.message).toBe('The file holds no products')
    const many = Array.from({ length: 501 }, (_, n) => lines(`many-${n}`, ['S'])).flat()
    expect((await form(csv(...many))).body.message).toBe('A file holds at most 500 products')
    const nothing = await system.http('POST', '/vendor/products/import', { as: 'seller', body: {} })
    expect([nothing.status, nothing.body.message]).toEqual([400, 'No file was uploaded for importing'])
    expect((await form(csv(...lines('foreign', ['S'])), 'admin')).status).toBe(401)
    expect((await system.http('POST', '/vendor/products/export', { as: 'admin' })).status).toBe(401)
  })

  it('is for administrators only', async () => {
    for (const path of ['/admin/products/import', '/admin/products/imports'])
      expect((await system.http('POST', path, { as: 'seller', body: {} })).status).toBe(401)
    const noForm = await system.http('POST', '/admin/products/import', { body: {} })
    expect([noForm.status, noForm.body.message]).toEqual([400, 'No file was uploaded for importing'])
  })
})
