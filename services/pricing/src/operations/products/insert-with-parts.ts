import { OperationError } from '@souk/contracts'
import type { Deps } from '../../deps.ts'
import type { newProduct } from '../../domain/products/new-product.ts'

type Parts = Pick<ReturnType<typeof newProduct>, 'options' | 'prices'>

/**
 * Inserts the options and prices of new products, and then the products: until these are there, their parts count for nothing.
 * Parts of products that are refused go again.
 * @param insert the products @throws what `insert` refuses with
 */
export async function insertWithParts<T>(
  { options, prices }: Parts,
  deps: Pick<Deps, 'productOptions' | 'prices'>,
  deadline: number,
  insert: () => Promise<T>,
): Promise<T> {
  await Promise.all([deps.productOptions.insertOnce(options, deadline), deps.prices.insertOnce(prices, deadline)])
  try {
    return await insert()
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'invalid_data') {
      await Promise.all([deps.productOptions.discard(options, deadline), deps.prices.discard(prices, deadline)])
    }
    throw error
  }
}
