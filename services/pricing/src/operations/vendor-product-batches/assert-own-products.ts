import { type BodyOf, type batchVendorProducts, notAllowed, sellerIdOf } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { hasChanged } from '../product-batches/has-changed.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline'> & { body: BodyOf<typeof batchVendorProducts> }

export const notOwnText = (ids: readonly string[]) => `Products not found or not owned by this seller: ${ids.join(', ')}`

/**
 * Asserts that all products of the batch are the caller's. A repeat of the request finds those that it deletes deleted.
 * @throws not_allowed, naming the others
 */
export async function assertOwnProducts({ body, actor, command, deadline }: Request, { products }: Pick<Deps, 'products'>) {
  const named = body.update.map(({ id }) => id)
  const own = products.ofSeller(sellerIdOf(actor))
  const [living, deleted] = await Promise.all([
    own.idsAmong([...named, ...body.delete], 'living', deadline),
    own.idsAmong(body.delete, 'deleted', deadline),
  ])
  const done = await Promise.all([...deleted].map(async (id) => ((await hasChanged(id, command, { products })) ? [id] : [])))
  const known = new Set([...living, ...done.flat()])
  const others = [...named, ...body.delete].filter((id) => !known.has(id))
  if (others.length > 0) throw notAllowed(notOwnText(others))
}
