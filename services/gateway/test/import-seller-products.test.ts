import { expect, it } from 'vitest'
import { importSellerProducts } from '../src/files/import-seller-products.ts'
import type { Forwarder } from '../src/forwarding/forward.ts'
import { MEMBER } from './support/peer.ts'

/**
 * An import of lines of 501 values each, which is rejected before it is sent.
 * @param most bytes that NATS accepts
 */
function importWide(most: number) {
  let sent = 0
  async function* bytes() {
    yield Buffer.from(`Product Title,${Array.from({ length: 500 }, (_, n) => `Product Image ${n}`).join(',')}\n`)
    for (; sent < 1000; sent++) yield Buffer.from(`Table ${sent % 400},${'x,'.repeat(499)}x\n`)
  }
  const forwarder = { bus: { takesBytes: (length: number) => length <= most } } as unknown as Forwarder
  const importing = { actor: { type: 'member', ...MEMBER } as never, request_id: 'req_1' }
  return { answer: importSellerProducts(bytes(), importing, forwarder), sent: () => sent }
}

it('a file is read no further once it exceeds the NATS limit', async () => {
  const { answer, sent } = importWide(1024 * 1024)
  await expect(answer).rejects.toMatchObject({
    kind: 'payload_too_large',
    message: 'The file holds more text than can be imported at once; please divide it',
  })
  expect(sent()).toBeLessThan(400)
})

it('a file is read no further once it has more values than a service accepts', async () => {
  const { answer, sent } = importWide(Number.POSITIVE_INFINITY)
  await expect(answer).rejects.toMatchObject({ kind: 'invalid_data', message: 'A file holds at most 200000 values' })
  expect(sent()).toBeLessThan(600)
}, 30_000)
