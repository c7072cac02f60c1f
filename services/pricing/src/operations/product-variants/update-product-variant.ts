import { updateProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { variantOf, withChangedVariant } from '../../domain/products/changed-product.ts'
import { knownOptions } from '../products/product-references.ts'
import { pricesAfter, pricesToComplete, replaceVariantPrices } from '../products/variant-prices.ts'

export const updateProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const priced = { id: params.variant_id, prices: body.prices }
  const [{ record: present }, known] = await Promise.all([
    deps.products.get(params.id, deadline),
    pricesToComplete([priced], deps, deadline),
  ])
  const prices = pricesAfter(priced, known)
  const options = await knownOptions(
    present.options.map(({ id }) => id),
    deps,
    deadline,
  )
  const changed = await deps.products.update(params.id, command, (product, { now }) =>
    withChangedVariant(product, params.variant_id, body, options, now),
  )
  if (prices) {
    const variant = variantOf(changed.record, params.variant_id)
    await replaceVariantPrices([{ variant, prices }], changed.record, { command, newId: request.newIds() }, deps)
  }
  return productAnswer(changed, request, deps)
})
