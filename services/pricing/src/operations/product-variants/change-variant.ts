import type { BodyOf, updateProductVariant } from '@souk/contracts'
import type { FoundRecord } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { variantOf, withChangedVariant, withRepriced } from '../../domain/products/changed-product.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { withRepricing } from '../../domain/products/repricing.ts'
import type { Request } from '../products/make-product.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { optionsOf } from '../products/product-references.ts'
import { presentPrices, pricesAfter, replaceVariantPrices, repriced, repricedIds } from '../products/variant-prices.ts'

interface Changed extends Request {
  params: { id: string; variant_id: string }
  body: BodyOf<typeof updateProductVariant>
}

/**
 * Changes a variant, followed by its prices and the inventory item that it gets. @throws the refusals of `update-product-variant`
 */
export async function changeVariant(request: Changed, deps: Deps): Promise<FoundRecord<ProductRecord>> {
  const { params, command, deadline } = request
  const { id: _, ...body } = request.body
  const priced = { id: params.variant_id, prices: body.prices }
  const [{ record: present }, known] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    presentPrices([priced], deps, deadline),
  ])
  const prices = pricesAfter(priced, known)
  const options = await optionsOf(present, deps, deadline)
  const written = await deps.products.updateAlone(params.id, command, (product, own) => {
    const next = withChangedVariant(product, params.variant_id, body, options, own)
    const dated = withRepriced(next, repricedIds([{ id: params.variant_id, prices }]), own)
    return withRepricing(dated, prices ? [params.variant_id] : [], command, own.now)
  })
  const variant = variantOf(written.record, params.variant_id)
  if (prices) await replaceVariantPrices([{ variant, prices }], written.record, { command, newId: request.newIds() }, deps)
  const changed = await repriced(written, command, deps)
  if (body.manage_inventory) await makeOwnItems([{ input: body, variant }], deps, deadline)
  return deps.products.withStock(changed, deadline)
}
