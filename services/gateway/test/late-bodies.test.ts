import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPriceListPrice } from '@souk/contracts'
import { accessKeys } from '@souk/runtime'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { ADMIN, bearer, MEMBER } from './support/peer.ts'

let folder: string
let gateway: TestGateway
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-files-'))
  gateway = await startTestGateway({ env: { FILES_FOLDER: folder } })
  await gateway.peer.answer(createPriceListPrice, () => ({ body: {} })).ready
})
afterAll(async () => {
  await gateway.peer.access.sync(async () => new Map()) // the next file of this worker uses the same bucket
  await gateway.stop()
  await rm(folder, { recursive: true })
})

interface Sent {
  /** Default: POST. */
  method?: string
  path: string
  headers: Record<string, string>
  body: string
}

/** A request whose body comes only when `finish` is called. */
async function begin({ method = 'POST', path, headers, body }: Sent) {
  const sent = { ...headers, 'content-length': `${Buffer.byteLength(body)}`, expect: '100-continue' }
  const outgoing = request({ host: '127.0.0.1', port: gateway.port, path, method, agent: false, headers: sent })
  const answer = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  return async function finish() {
    outgoing.end(body)
    const [incoming] = await answer
    incoming.resume()
    return incoming.statusCode
  }
}

const JSON_BODY = { type: { 'content-type': 'application/json' }, body: '{}' }
const file = 'Content-Disposition: form-data; name="files"; filename="a.png"\r\nContent-Type: image/png'
const FORM = {
  type: { 'content-type': 'multipart/form-data; boundary=b' },
  body: `--b\r\n${file}\r\n\r\nProduct Title,Variant Title\nHat,S\r\n--b--\r\n`,
}
const PRICES = '/vendor/price-lists/plist_1/prices'
const revoked = ({ jti }: { jti: string }) => gateway.peer.access.put(accessKeys.token(jti), {})
const suspended = () => gateway.peer.access.put(accessKeys.seller('sel_1'), {})

it.each([
  ['a price, of a revoked token', PRICES, MEMBER, JSON_BODY, revoked, 401],
  ['a file of an administrator', '/admin/uploads', ADMIN, FORM, revoked, 401],
  ['the place of a file', '/admin/uploads/presigned-urls', ADMIN, JSON_BODY, revoked, 401],
  ['an import of an administrator', '/admin/products/import', ADMIN, FORM, revoked, 401],
  ['an import of an uploaded file', '/admin/products/imports', ADMIN, JSON_BODY, revoked, 401],
  ['a file of a seller', '/vendor/uploads', MEMBER, FORM, revoked, 401],
  ['an import of a seller', '/vendor/products/import', MEMBER, FORM, revoked, 401],
  ['an export of a seller', '/vendor/products/export', MEMBER, JSON_BODY, revoked, 401],
  ['the deletion of a file', '/admin/uploads/none.png', ADMIN, { ...JSON_BODY, method: 'DELETE' }, revoked, 401],
  ['a price, of a suspended seller', PRICES, MEMBER, JSON_BODY, suspended, 403],
] as [string, string, typeof ADMIN, { type: Record<string, string>; body: string; method?: string }, typeof revoked, number][])(
  'a body that comes after its sender lost access is refused: %s',
  async (_, path, who, { type, body, method = 'POST' }, end, status) => {
    const jti = crypto.randomUUID()
    const headers = { ...type, ...(await bearer({ ...who, jti })) }
    const whole = async () => (await gateway.ask(path, { method, headers, body })).status
    const finish = await begin({ method, path, headers, body })
    expect([401, 403]).not.toContain(await whole())
    await end({ jti })
    await vi.waitFor(async () => expect(await whole()).toBe(status))
    expect(await finish()).toBe(status)
  },
)
