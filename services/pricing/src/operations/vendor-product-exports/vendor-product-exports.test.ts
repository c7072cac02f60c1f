import { createHash } from 'node:crypto'
import {
  beginSellerProductExport,
  createVendorProduct,
  getProductExport,
  getProductExportPart,
  getSellerProductExportPart,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const send = asAdmin(() => service)
const sha256 = (key: string) => createHash('sha256').update(key).digest('hex')
const begin = (seller = 'sel_a', options: object = {}, key = 'a key') =>
  service.send(beginSellerProductExport, { actor: memberOf(seller), body: { key_sha256: sha256(key) }, ...options })
const GATEWAY = { type: 'service', id: 'gateway' } as const
const withKey = (export_id: string, key: string) =>
  service.send(getSellerProductExportPart, { actor: GATEWAY, body: { export_id, part: 0, key_sha256: sha256(key) } })
const part = (export_id: string, n = 0, seller = 'sel_a') =>
  service.send(getSellerProductExportPart, { actor: memberOf(seller), body: { export_id, part: n } })
const make = async (seller: string) => {
  const title = aName('Exported')
  const body = { title, options: [{ title: 'Size', values: ['S'] }], variants: [{ title: 'S', options: { Size: 'S' } }] }
  const { status } = await service.send(createVendorProduct, { actor: memberOf(seller), body })
  expect(status).toBe(201)
  return title
}

describe('an export of a seller’s products', () => {
  it('contains only the seller’s products, is not available to other sellers, and publishes no event', async () => {
    const titles = [await make('sel_a'), await make('sel_a')]
    const foreign = await make('sel_b')
    const { id } = (await begin()).body
    await vi.waitFor(async () => expect((await part(id)).body.is_written).toBe(true))
    const texts = [(await part(id)).body, (await part(id, 1)).body]
    expect(texts).toMatchObject([{ next: 1, filename: `${id}-product-exports.csv` }, { next: null }])
    for (const title of titles) expect(texts[1].text).toContain(title)
    expect(texts[1].text).not.toContain(foreign)

    const missing = [404, 'not_found', `The file of product export with id: ${id} was not found`]
    expect(refusal(await part(id, 0, 'sel_b'))).toEqual(missing)
    expect(refusal(await part(id, 2))).toEqual(missing)
    expect(refusal(await part('pexp_none'))).toEqual([404, 'not_found', 'Product export with id: pexp_none was not found'])
    expect((await send(getProductExport, id)).body.product_export).toMatchObject({ status: 'done', products: 2 })
    expect((await service.send(getProductExportPart, { actor: GATEWAY, body: { export_id: id, part: 0 } })).status).toBe(200)
    expect(await service.db.collection('events').countDocuments({ 'ids.id': id })).toBe(0)
    const kept = await service.db.collection('product_exports').findOne({ _id: id as never })
    expect(kept).toMatchObject({ seller_id: 'sel_a', outbox: [] })
  })

  it('has no text while it is being written, and is shared by requests until then', async () => {
    const { id } = (await begin('sel_w')).body
    await vi.waitFor(async () => expect((await part(id, 0, 'sel_w')).body.is_written).toBe(true))
    const isTaken = { status: 'running', taken_until: Date.now() + 3_600_000 }
    const kept = service.db.collection<{ _id: string }>('product_exports')
    await kept.updateOne({ _id: id }, { $set: isTaken, $inc: { revision: 1 } })

    expect((await part(id, 0, 'sel_w')).body).toEqual({ text: '', next: null, filename: '', is_written: false })
    expect((await begin('sel_w')).body.id).toBe(id)
  })

  it('contains no products of others even when a replica that ignores the seller writes it', async () => {
    const [own, foreign] = [await make('sel_o'), await make('sel_p')]
    const { id } = (await begin('sel_o')).body
    await vi.waitFor(async () => expect((await part(id, 0, 'sel_o')).body.is_written).toBe(true))
    const kept = service.db.collection<{ _id: string }>('product_exports')
    const anew = { status: 'running', columns: null, parts: 0, written: 0, last_id: null, taken_until: 0, finished_at: null }
    await kept.updateOne({ _id: id }, { $set: anew, $unset: { seller_id: 1 }, $inc: { revision: 1 } })
    await vi.waitFor(async () => expect(await kept.findOne({ _id: id })).toMatchObject({ status: 'done', written: 1 }))
    const { text } = (await service.send(getProductExportPart, { actor: GATEWAY, body: { export_id: id, part: 1 } })).body
    expect(text).toContain(own)
    expect(text).not.toContain(foreign)
  })

  it('is begun once for a repeated op-id, and shared by requests while it is being written', async () => {
    const options = { op_id: mintOpId(Date.now()) }
    const answers = await Promise.all([begin('sel_c', options), begin('sel_c', options)])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    // The first one may be written before the second request.
    const joined = await vi.waitFor(async () => {
      const [first, second] = [(await begin('sel_d')).body.id, (await begin('sel_d')).body.id]
      expect(second).toBe(first)
      return first
    })
    expect((await begin('sel_e')).body.id).not.toBe(joined)
  })

  it('is begun only once for concurrent requests', async () => {
    // One may be written and another one begun before the last request arrives.
    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => begin('sel_f')))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    })
  })

  it('replaces the previous one once it is written', async () => {
    const kept = () => service.db.collection('product_exports').find({ seller_id: 'sel_g' }).toArray()
    const written = async () => {
      const { id } = (await begin('sel_g')).body
      await vi.waitFor(async () => expect((await part(id, 0, 'sel_g')).body.is_written).toBe(true))
      return id
    }
    const [first, second] = [await written(), await written()]
    expect(second).not.toBe(first)
    await vi.waitFor(async () => expect((await kept()).map(({ _id }) => _id)).toEqual([second]))
    expect(await service.db.collection('product_export_parts').countDocuments({ export_id: first })).toBe(0)
    expect((await part(second, 0, 'sel_g')).status).toBe(200)
    expect((await part(first, 0, 'sel_g')).status).toBe(404)
  })

  it('can be read with each key it was requested with, until the key expires', async () => {
    const id = await vi.waitFor(async () => {
      const begun = (await begin('sel_h', {}, 'first')).body.id
      expect((await begin('sel_h', {}, 'second')).body.id).toBe(begun)
      return begun
    })
    await vi.waitFor(async () => expect((await part(id, 0, 'sel_h')).body.is_written).toBe(true))
    expect((await withKey(id, 'first')).body).toEqual((await part(id, 0, 'sel_h')).body)
    expect((await withKey(id, 'second')).status).toBe(200)
    const missing = [404, 'not_found', `The file of product export with id: ${id} was not found`]
    expect(refusal(await withKey(id, 'third'))).toEqual(missing)
    const kept = service.db.collection('product_exports')
    expect(JSON.stringify(await kept.findOne({ _id: id }))).not.toMatch(/first|second/)
    const until = new Date(Date.now() - 1).toISOString()
    await kept.updateOne({ _id: id }, { $set: { 'keys.0.until': until }, $inc: { revision: 1 } })
    expect(refusal(await withKey(id, 'first'))).toEqual(missing)
  })

  it('is available to members of sellers only', async () => {
    expect((await send(beginSellerProductExport, undefined, { body: { key_sha256: sha256('a') } })).status).toBe(401)
  })
})
