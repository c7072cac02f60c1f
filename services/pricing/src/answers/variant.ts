import type { Product, Variant } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { variantOf } from '../domain/products/changed-product.ts'
import { withOnly } from '../domain/products/product.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { pricedRevision } from '../domain/products/repricing.ts'
import { wholeProducts } from './product.ts'

/** The living variants of a product as answers show them on their own: each option value with its option. */
export async function shownVariants(product: ProductRecord, deps: Deps, deadline: number): Promise<Variant[]> {
  const [whole] = await wholeProducts([product], deps, deadline)
  return withOptions(whole!)
}

/** The variants of a product, each option value with its option. */
function withOptions<V extends Pick<Variant, 'options'>>({
  options,
  variants,
}: Pick<Product, 'options'> & { variants: readonly V[] }): V[] {
  const plain = new Map(options.map(({ values: _values, ...option }) => [option.id, option]))
  return variants.map((variant) => ({
    ...variant,
    options: variant.options.map((value) => ({ ...value, option: plain.get(value.option_id ?? '') })),
  }))
}

/** @throws not_found */
export async function variantAnswer(found: FoundRecord<ProductRecord>, id: string, deps: Deps, deadline: number) {
  const own = variantOf(found.record, id)
  const revision = pricedRevision(found, Date.now())
  const [variant] = await shownVariants(withOnly(found.record, [own]), deps, deadline)
  return new Answer({ variant: variant! }, { revision, others: 'anywhere' })
}

/** The variants of these products on their own, each with its product and none of its siblings. */
export const variantsAlone = <V extends Pick<Variant, 'options'>>(
  products: readonly (Omit<Product, 'variants'> & { variants: readonly V[] })[],
) => products.flatMap((product) => withOptions(product).map((variant) => ({ ...variant, product: { ...product, variants: [] } })))
