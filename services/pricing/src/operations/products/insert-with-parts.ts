import { OperationError } from '@souk/contracts'
import { allEnded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { NewProduct } from '../../domain/products/new-product.ts'

type Stores = Pick<Deps, 'productOptions' | 'prices' | 'unfinishedProducts'>

/**
 * Inserts the options and prices of new products, and then the products: until these exist, their parts have no effect. Parts of
 * refused products are removed again. Those of products that fail for another reason may be needed by a repeat; they are removed
 * later (`removeUnfinishedProducts`).
 * @param insert inserts the products @throws its refusal
 */
export async function insertWithParts<T>(
  made: readonly NewProduct[],
  deps: Stores,
  deadline: number,
  insert: () => Promise<T>,
): Promise<T> {
  const [options, prices] = [made.flatMap((one) => one.options), made.flatMap((one) => one.prices)]
  const unfinished = made.filter((one) => one.options.length + one.prices.length > 0).map(partsOf)
  const ids = unfinished.map(({ product_id }) => product_id)
  try {
    await deps.unfinishedProducts.keep(unfinished, deadline)
    await allEnded([deps.productOptions.insertOnce(options, deadline), deps.prices.insertOnce(prices, deadline)])
    const inserted = await insert()
    deps.unfinishedProducts.forget(ids, deadline).catch(() => {}) // the sweep will find that these products exist
    return inserted
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'invalid_data') {
      const of = <Part extends { id: string }>(parts: readonly Part[]) => parts.map(({ id }) => id)
      await Promise.all([deps.productOptions.discard(of(options), deadline), deps.prices.discard(of(prices), deadline)])
      await deps.unfinishedProducts.forget(ids, deadline)
    }
    throw error
  }
}

const partsOf = ({ product, options }: NewProduct) => ({
  product_id: product.id,
  option_ids: options.map(({ id }) => id),
  variant_ids: product.variants.map(({ id }) => id),
})
