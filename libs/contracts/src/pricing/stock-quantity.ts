import { z } from 'zod'

/** So much of an inventory item, from 0 to 2^53: fractions of a unit where it is measured so. */
export const StockQuantityInput = z
  .number()
  .min(0)
  .max(2 ** 53)
  .overwrite((quantity) => (quantity === 0 ? 0 : quantity))
