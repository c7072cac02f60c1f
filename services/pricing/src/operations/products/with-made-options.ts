import { isRefusal } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ProductOptionRecord } from '../../domain/products/product-record.ts'
import { discardFreeOptions } from './own-options.ts'

/**
 * Creates the options that products need before they are changed. If the change is refused, those that no product has are deleted
 * again; a repeat of a change that failed for another reason finds them there.
 * @param change changes the products @throws its refusal
 */
export async function withMadeOptions<T>(
  made: readonly ProductOptionRecord[],
  deps: Pick<Deps, 'products' | 'productOptions'>,
  deadline: number,
  change: () => Promise<T>,
): Promise<T> {
  await deps.productOptions.insertOnce(made, deadline)
  try {
    return await change()
  } catch (error) {
    if (isRefusal(error)) {
      const ids = made.map(({ id }) => id)
      await discardFreeOptions(ids, deps, deadline)
    }
    throw error
  }
}
