import { updateProduct as contract, type ProductChangeInput } from '@souk/contracts'
import { type FoundRecord, implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { changedProduct } from '../../domain/products/changed-product.ts'
import { linkedOptions } from '../../domain/products/new-product.ts'
import { newBasePrices } from '../../domain/products/new-variant.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import type { Request } from './make-product.ts'
import { assertReferences, knownOptions } from './product-references.ts'

export const updateProduct = implement(contract, async (request, deps: Deps) =>
  productAnswer(await changeProduct(request.params.id, request.body, request, deps), request, deps),
)

/**
 * Changes a product, and then the prices of those of its variants for which prices are given.
 * @throws not_found; invalid_data
 */
async function changeProduct(
  id: string,
  input: ProductChangeInput,
  { command, deadline, newIds }: Request,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>> {
  const [{ record: present }] = await Promise.all([deps.products.get(id, deadline), assertReferences(input, deps, deadline)])
  const named = (input.options ?? []).flatMap((option) => ('id' in option ? [option.id] : []))
  const known = await knownOptions([...present.options.map((option) => option.id), ...named], deps, deadline)
  const titles = new Set(present.options.map((option) => known.get(option.id)?.title))
  const added = (input.options ?? []).filter((option) => 'title' in option && !titles.has(option.title))
  const context = { newId: newIds(), now: new Date().toISOString() }
  const { made } = linkedOptions(added, known, context)
  await deps.productOptions.insertOnce(made, deadline)
  const options = new Map([...known, ...made.map((option) => [option.id, option] as const)])
  const linked = input.options?.map((option) => {
    const own = 'title' in option ? made.find(({ title }) => title === option.title) : undefined
    return own ? { id: own.id } : option
  })

  const changed = await deps.products.update(id, command, (product, own) =>
    changedProduct(product, { ...input, options: linked }, options, own),
  )
  const { record } = changed
  const priced = (input.variants ?? []).flatMap((variant, at) =>
    variant.prices ? [{ variant: record.variants[at], inputs: variant.prices }] : [],
  )
  const prices = priced.flatMap(({ variant, inputs }) =>
    variant ? newBasePrices(inputs, variant, { seller_id: record.seller_id, context }) : [],
  )
  const ids = priced.flatMap(({ variant }) => variant?.id ?? [])
  await replaceBasePrices(deps.prices, ids, prices, { ...command, fate: undefined })
  return changed
}
