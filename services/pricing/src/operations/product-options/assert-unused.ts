import { invalidData } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

type Products = Pick<Deps, 'products'>

/** @throws invalid_data while a living product has the option */
export async function assertOptionUnused(optionId: string, { products }: Products, deadline: number) {
  if (await products.hasOption(optionId, undefined, deadline))
    throw invalidData('Cannot delete product options that are associated with products.')
}

/** @throws invalid_data while a living product has one of these values of the option */
export async function assertValuesUnused(
  optionId: string,
  valueIds: readonly string[],
  { products }: Products,
  deadline: number,
) {
  if (valueIds.length > 0 && (await products.hasOption(optionId, valueIds, deadline)))
    throw invalidData('Cannot delete product option values that are associated with products.')
}
