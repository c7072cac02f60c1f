import { importSellerProducts, MOST_IMPORTED_LINES } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { bearer, MEMBER } from './support/peer.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { UPLOAD_MAX_MB: '20' } })
})
afterAll(() => gateway.stop())

const HEADER = 'Product Title,Product Description,Variant Title'
/** The form of a file, with one line for each product. */
const formOf = (lines: readonly string[]) =>
  [
    '--souk\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n',
    `${[HEADER, ...lines].join('\n')}\r\n--souk--\r\n`,
  ].join('\r\n')
const imports = async (lines: readonly string[], claims = MEMBER) =>
  gateway.ask('/vendor/products/import', {
    method: 'POST',
    body: formOf(lines),
    headers: { 'content-type': 'multipart/form-data; boundary=souk', ...(await bearer(claims)) },
  })

describe('an import of a seller', () => {
  it('is sent to one replica, however long it takes, and the bytes of its answer are passed on', async () => {
    const { peer } = gateway
    const body = `{"products": [ {"title":"${'x'.repeat(1000)}"} ]}`
    const slow = (message: Parameters<typeof peer.reply>[0]) => {
      setTimeout(() => peer.reply(message, { body, status: 201 }), 400)
      return undefined
    }
    const replicas = [
      await peer.replica(importSellerProducts, 'one', slow),
      await peer.replica(importSellerProducts, 'two', slow),
    ]
    const answer = await imports(['Table,,S'])
    expect([answer.status, answer.text]).toEqual([201, body])
    expect(replicas.flatMap(({ taken }) => taken)).toHaveLength(1)
    for (const replica of replicas) replica.stop()
  })

  it('tells how it is to be seen whether it was carried out, where nobody says so', async () => {
    const { peer } = gateway
    const body = { type: 'unexpected_state', code: 'outcome_unknown', message: 'Repeat it with the same Idempotency-Key' }
    const headers = { 'Nats-Service-Error': 'outcome_unknown', 'Nats-Service-Error-Code': '504' }
    const answering = peer.answer(importSellerProducts, () => ({ body, status: 504, headers }))
    await answering.ready
    const { status, body: shown } = await imports(['Table,,S'])
    answering.stop()
    expect([status, shown.code, shown.message]).toEqual([
      504,
      'outcome_unknown',
      'The import took too long; it may or may not have been carried out, which the list of products tells',
    ])
  })

  it.each<[string, readonly string[], number, string]>([
    [
      'more variants than may be made at once',
      Array.from({ length: MOST_IMPORTED_LINES + 1 }, (_, n) => `Table,,${n}`),
      400,
      'A file holds at most 2000 lines, one for each variant',
    ],
    [
      'more text than can be handed over at once',
      Array.from({ length: 90 }, (_, n) => `Table ${n},${'x'.repeat(100 * 1024)},S`),
      413,
      'The file holds more text than can be imported at once; please divide it',
    ],
  ])('is refused with %s', async (_, lines, status, message) => {
    const answer = await imports(lines)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})
