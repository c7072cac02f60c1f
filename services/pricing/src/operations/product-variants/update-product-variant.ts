import { updateProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { variantOf, withChangedVariant, withRepriced } from '../../domain/products/changed-product.ts'
import { withRepricing } from '../../domain/products/repricing.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { knownOptions } from '../products/product-references.ts'
import { presentPrices, pricesAfter, replaceVariantPrices, repriced, repricedIds } from '../products/variant-prices.ts'

export const updateProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  const { id: _, ...body } = request.body
  const priced = { id: params.variant_id, prices: body.prices }
  const [{ record: present }, known] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    presentPrices([priced], deps, deadline),
  ])
  const prices = pricesAfter(priced, known)
  const options = await knownOptions(
    present.options.map(({ id }) => id),
    deps,
    deadline,
  )
  const written = await deps.products.updateAlone(params.id, command, (product, own) => {
    const next = withChangedVariant(product, params.variant_id, body, options, own)
    const dated = withRepriced(next, repricedIds([{ id: params.variant_id, prices }]), own)
    return prices ? withRepricing(dated, command, own.now) : dated
  })
  const variant = variantOf(written.record, params.variant_id)
  if (prices) await replaceVariantPrices([{ variant, prices }], written.record, { command, newId: request.newIds() }, deps)
  const changed = await repriced(written, command, deps)
  if (body.manage_inventory) await makeOwnItems([{ input: body, variant }], deps, deadline)
  return productAnswer(await deps.products.withStock(changed, deadline), request, deps)
})
