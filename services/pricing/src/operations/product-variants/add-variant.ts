import { type BodyOf, type createProductVariant, missingRelation } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withVariant } from '../../domain/products/changed-product.ts'
import { optionValueIds } from '../../domain/products/new-variant.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { withRepricing } from '../../domain/products/repricing.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import type { Request } from '../products/make-product.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { optionsOf } from '../products/product-references.ts'
import { replaceVariantPrices, repriced } from '../products/variant-prices.ts'

interface Added extends Request {
  params: { id: string }
  body: BodyOf<typeof createProductVariant>
}

/**
 * Adds a variant to a product, followed by its prices and an item of its own. @throws the refusals of `create-product-variant`
 */
export async function addVariant(request: Added, deps: Deps): Promise<FoundRecord<ProductRecord>> {
  const { params, body, command, deadline } = request
  const [[present]] = await Promise.all([deps.products.findAlone([params.id], deadline), assertStockedBy([body], deps, deadline)])
  if (!present) {
    optionValueIds(body.title, body.options ?? {}, { links: [], options: new Map() })
    throw missingRelation('product_id', params.id)
  }
  const options = await optionsOf(present, deps, deadline)
  const id = request.newIds()('variant') // the same id that the decision will draw first
  const prices = body.prices ?? []
  const written = await deps.products.updateAlone(params.id, command, (product, own) => {
    const next = withVariant(product, body, options, own)
    return withRepricing(next, prices.length > 0 ? [id] : [], command, own.now)
  })
  const variant = written.record.variants.find((one) => one.id === id)
  if (variant) {
    await replaceVariantPrices([{ variant, prices }], written.record, { command, newId: request.newIds() }, deps)
    await makeOwnItems([{ input: body, variant }], deps, deadline)
  }
  const changed = await repriced(written, command, deps)
  return deps.products.withStock(changed, deadline)
}
