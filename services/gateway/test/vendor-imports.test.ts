import { beginSellerProductExport, getSellerProductExportPart, importSellerProducts } from '@souk/contracts'
import { newHeaders } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { ADMIN, bearer, MEMBER, overloadedReply, type PeerReply, unavailableReply } from './support/peer.ts'

let gateway: TestGateway
let member: Record<string, string>
beforeAll(async () => {
  gateway = await startTestGateway({ env: { UPLOAD_MAX_MB: '1' } })
  member = await bearer(MEMBER)
})
afterAll(() => gateway.stop())

const FILE = 'Product Title,Variant Title\nHat,S'
const TYPE = { 'content-type': 'multipart/form-data; boundary=b' }
function send(own = member, file = FILE) {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv'
  const body = `--b\r\n${head}\r\n\r\n${file}\r\n--b--\r\n`
  return gateway.ask('/vendor/products/import', { method: 'POST', body, headers: { ...TYPE, ...own } })
}
/** Has imports answered so, while `run` runs. */
async function answering<T>(reply: PeerReply, run: () => Promise<T>) {
  const peer = gateway.peer.answer(importSellerProducts, () => reply)
  await peer.ready
  try {
    return { answer: await run(), taken: peer.taken }
  } finally {
    peer.stop()
  }
}
const missing = { status: 404, body: { type: 'not_found', message: 'none' }, headers: { 'Nats-Service-Error': 'not_found' } }

describe('an import of a seller', () => {
  it('is handed on in the name of the member who sends it', async () => {
    const { answer, taken } = await answering({ body: { products: [] } }, send)
    expect([answer.status, answer.body]).toEqual([201, { products: [] }])
    expect(JSON.parse(taken[0]!.string())).toEqual({
      products: [[{ line: 2, values: { 'product title': 'Hat', 'variant title': 'S' } }]],
    })
    expect(JSON.parse(taken[0]!.headers!.get('actor'))).toMatchObject({ type: 'member', seller_id: 'sel_1' })
  })

  it('may have been carried out where nobody says otherwise', async () => {
    const { answer } = await answering(unavailableReply, send)
    expect([answer.status, answer.body]).toMatchObject([504, { code: 'outcome_unknown' }])
    const refused = await answering(
      { status: 400, body: { type: 'invalid_data', message: 'Line 2: no' }, headers: { 'Nats-Service-Error': 'invalid_data' } },
      send,
    )
    expect([refused.answer.status, refused.answer.body]).toMatchObject([400, { message: 'Line 2: no' }])
    expect((await answering(overloadedReply, send)).answer.status).toBeGreaterThanOrEqual(503)
  })

  it('is one of four at a time', async () => {
    const peer = gateway.peer.answer(importSellerProducts, () => undefined)
    await peer.ready
    const held = [1, 2, 3, 4].map(() => send())
    await vi.waitFor(() => expect(peer.taken.length).toBeGreaterThanOrEqual(4))
    expect(await send()).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    const headers = newHeaders()
    headers.set('status', '200')
    for (const message of peer.taken) message.respond('{"products":[]}', { headers })
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
    peer.stop()
  })

  it('is refused without a member, a file, or with one that is too large', async () => {
    expect((await send({})).status).toBe(401)
    expect((await send(await bearer(ADMIN))).status).toBe(401)
    expect((await send({ ...member, 'content-type': 'application/json' })).body).toMatchObject({
      message: 'No file was uploaded for importing',
    })
    expect((await send(member, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await send(member, 'a,b\n"')).body.message).toBe('Line 2: a quotation mark is not closed')
    expect((await send({ ...member, 'if-match': '"1"' })).body.message).toContain('If-Match is for one record')
  })
})

describe('an export of a seller', () => {
  it('is answered once its file is written', async () => {
    const begun = gateway.peer.answer(beginSellerProductExport, () => ({ body: { id: 'pexp_1' } }))
    const parts = gateway.peer.answer(getSellerProductExportPart, (_message, n) =>
      n < 3 ? missing : { body: { text: 'a,b\n', next: null, filename: 'x.csv' } },
    )
    await Promise.all([begun.ready, parts.ready])
    const { status, body } = await gateway.ask('/vendor/products/export', { method: 'POST', headers: member })
    const path = '/vendor/product-exports/pexp_1/file'
    expect([status, body]).toEqual([200, { url: `http://127.0.0.1:${gateway.port}${path}` }])
    expect(parts.taken).toHaveLength(3)
    const file = await gateway.ask(path, { headers: member })
    expect([file.status, file.text, file.headers['content-disposition']]).toEqual([200, 'a,b\n', 'attachment; filename="x.csv"'])
    expect((await gateway.ask(path)).status).toBe(401)
    begun.stop()
    parts.stop()
  })

  it('fails with its service', async () => {
    const begun = gateway.peer.answer(beginSellerProductExport, () => unavailableReply)
    await begun.ready
    expect((await gateway.ask('/vendor/products/export', { method: 'POST', headers: member })).status).toBe(503)
    begun.stop()
  })
})
