import { expect, it } from 'vitest'
import { importSellerProducts } from '../src/files/import-seller-products.ts'
import type { Forwarder } from '../src/forwarding/forward.ts'
import { MEMBER } from './support/peer.ts'

const MOST = 1024 * 1024
/** Never asked to forward: the files are refused before. */
const forwarder = { bus: { takesBytes: (length: number) => length <= MOST } } as unknown as Forwarder

it('a file of which NATS takes no more is read no further', async () => {
  let sent = 0
  async function* bytes() {
    yield Buffer.from(`Product Title,${Array.from({ length: 500 }, (_, n) => `Product Image ${n}`).join(',')}\n`)
    for (; sent < 1000; sent++) yield Buffer.from(`Table ${sent},${'x,'.repeat(499)}x\n`)
  }
  const importing = { actor: { type: 'member', ...MEMBER } as never, request_id: 'req_1' }
  await expect(importSellerProducts(bytes(), importing, forwarder)).rejects.toMatchObject({
    kind: 'payload_too_large',
    message: 'The file holds more text than can be imported at once; please divide it',
  })
  expect(sent).toBeLessThan(400)
})
