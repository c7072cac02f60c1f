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
  const named = [...body.update.map(({ id }) => id), ...body.delete]
  // One query: of two, a repeat that runs beside the first try could see a product neither living nor deleted.
  const made = await products.ofSeller(sellerIdOf(actor)).madeAmong(named, deadline)
  const deleted = [...new Set(body.delete)].filter((id) => made.get(id) === 'deleted')
  const done = await Promise.all(deleted.map(async (id) => ((await hasChanged(id, command, { products })) ? [id] : [])))
  const known = new Set(done.flat())
  const others = named.filter((id) => made.get(id) !== 'living' && !known.has(id))
  if (others.length > 0) throw notAllowed(notOwnText(others))
}
