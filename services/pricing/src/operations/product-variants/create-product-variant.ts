import { createProductVariant as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { withVariant } from '../../domain/products/changed-product.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { knownOptions } from '../products/product-references.ts'
import { replaceVariantPrices } from '../products/variant-prices.ts'

export const createProductVariant = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const [{ record: present }] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    assertStockedBy([body], deps, deadline),
  ])
  const options = await knownOptions(
    present.options.map(({ id }) => id),
    deps,
    deadline,
  )
  const id = request.newIds()('variant') // the first id of its kind that the decision draws
  const changed = await deps.products.updateAlone(params.id, command, (product, own) => withVariant(product, body, options, own))
  const variant = changed.record.variants.find((one) => one.id === id)
  if (variant) {
    const priced = [{ variant, prices: body.prices ?? [] }]
    await replaceVariantPrices(priced, changed.record, { command, newId: request.newIds() }, deps)
    await makeOwnItems([{ input: body, variant }], deps, deadline)
  }
  return productAnswer(await deps.products.withStock(changed, deadline), request, deps)
})
