import { compileFields, ProductSeller } from '@souk/contracts'
import { type Envelope, ifUnanswered } from '@souk/runtime'
import type { Deps } from '../deps.ts'

const NAME = compileFields(ProductSeller, 'name', 'all')
const NONE: ReadonlyMap<string, { name: string }> = new Map()

/** The names of the existing ones among these sellers, at most half a second old; none while `sellers` does not answer. */
export async function sellerNames(
  ids: readonly string[],
  passOn: () => Envelope,
  { sellers }: Pick<Deps, 'sellers'>,
): Promise<Map<string, string>> {
  const found = await sellers.recall(ids, NAME, passOn).catch(ifUnanswered(NONE))
  return new Map([...found].map(([id, { name }]) => [id, name]))
}
