import { beginSellerProductExport, importSellerProducts } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { ADMIN, bearer, MEMBER, type PeerReply, unavailableReply, unknownReply } from './support/peer.ts'

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
async function answering(reply: PeerReply) {
  const peer = gateway.peer.answer(importSellerProducts, () => reply)
  await peer.ready
  try {
    return { answer: await send(), taken: peer.taken }
  } finally {
    peer.stop()
  }
}

it('an import is forwarded on behalf of the member who sends it', async () => {
  const { answer, taken } = await answering({ body: { products: [] }, status: 201 })
  expect([answer.status, answer.body]).toEqual([201, { products: [] }])
  expect(JSON.parse(taken[0]!.string())).toEqual({
    products: [[{ line: 2, values: { 'product title': 'Hat', 'variant title': 'S' } }]],
  })
  expect(JSON.parse(taken[0]!.headers!.get('actor'))).toMatchObject({ type: 'member', seller_id: 'sel_1' })
})

it('an import passes on the rejection of its service, or an unknown outcome', async () => {
  const headers = { 'Nats-Service-Error': 'invalid_data' }
  const body = { type: 'invalid_data', message: 'Line 2: no', request_id: 'req_1' }
  const refused = await answering({ status: 400, body, headers })
  expect([refused.answer.status, refused.answer.body]).toMatchObject([400, { message: 'Line 2: no' }])
  const denied = await answering(unavailableReply)
  expect([denied.answer.status, denied.answer.body]).toMatchObject([503, { code: 'unavailable' }])
  const unknown = await answering(unknownReply)
  const message = expect.stringMatching(/^The import took too long; it may or may not have been carried out/)
  expect([unknown.answer.status, unknown.answer.body]).toMatchObject([504, { code: 'outcome_unknown', message }])
})

it('an import is rejected without a member, without a file, or with an invalid or oversized one', async () => {
  expect((await send({})).status).toBe(401)
  expect((await send(await bearer(ADMIN))).status).toBe(401)
  expect((await send({ ...member, 'content-type': 'application/json' })).body).toMatchObject({
    message: 'No file was uploaded for importing',
  })
  expect((await send(member, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  expect((await send(member, 'a,b\n"')).body.message).toBe('Line 2: a quotation mark is not closed')
  expect((await send({ ...member, 'if-match': '"1"' })).body.message).toContain('If-Match is for one record')
})

it('an export fails when its service is unavailable', async () => {
  const begun = gateway.peer.answer(beginSellerProductExport, () => unavailableReply)
  await begun.ready
  expect((await gateway.ask('/vendor/products/export', { method: 'POST', headers: member })).status).toBe(503)
  begun.stop()
})
