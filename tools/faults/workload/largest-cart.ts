import { ids } from '../../seed/ids.ts'
import { callersOf, JSON_BODY, type Preparing } from './callers.ts'

/** Bounds of the lines of a cart, in bytes together and in number: services/cart/src/domain. */
const MAX_BYTES = 3 * 1024 * 1024
const MAX_LINES = 500

interface Made {
  cart: { id: string; items: object[] }
}

/** A cart with as many lines as one may have. @returns its path, and the length of its answer in bytes */
export async function largestCart({ instance, client }: Preparing): Promise<{ path: string; bytes: number }> {
  const headers = { ...callersOf(instance).store, ...JSON_BODY }
  const create = (count: number) =>
    client.send(instance.dev.base_url, {
      operation: 'cart.create-cart',
      method: 'POST',
      path: '/store/carts',
      headers,
      body: JSON.stringify({
        items: Array.from({ length: count }, (_, n) => ({ variant_id: ids.variant, quantity: 1, metadata: { n } })),
      }),
      expected: 200,
    })

  const one = JSON.parse((await create(1)).text) as Made
  const lineBytes = Buffer.byteLength(JSON.stringify(one.cart.items[0]))
  for (let count = Math.min(MAX_LINES, Math.ceil(MAX_BYTES / lineBytes) + 2); count > 0; count--) {
    const { status, text } = await create(count)
    if (status !== 200) continue
    const { cart } = JSON.parse(text) as Made
    return { path: `/store/carts/${cart.id}`, bytes: Buffer.byteLength(text) }
  }
  throw new Error('no cart could be made')
}
