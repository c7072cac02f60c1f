import { createProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withVariant } from '../../domain/products/changed-product.ts'
import { newBasePrices } from '../../domain/products/new-variant.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import { knownOptions } from '../products/product-references.ts'

export const createProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const [{ record: present }] = await Promise.all([
    deps.products.get(params.id, deadline),
    assertStockedBy([body], deps, deadline),
  ])
  const options = await knownOptions(
    present.options.map(({ id }) => id),
    deps,
    deadline,
  )
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  const id = request.newIds()('variant') // the first id of its kind that the decision draws
  const changed = await deps.products.update(params.id, command, (product, own) => withVariant(product, body, options, own))
  const variant = changed.record.variants.find((one) => one.id === id)
  if (variant) {
    const prices = newBasePrices(body.prices ?? [], variant, { seller_id: changed.record.seller_id, context })
    await replaceBasePrices(deps.prices, [variant.id], prices, { ...command, fate: undefined })
  }
  return productAnswer(changed, request, deps)
})
