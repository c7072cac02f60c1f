import { z } from 'zod'

/** A quantity of an inventory item, from 0 to 2^53, with fractions if it is measured in them. */
export const StockQuantityInput = z
  .number()
  .min(0)
  .max(2 ** 53)
  .overwrite((quantity) => (quantity === 0 ? 0 : quantity))

/** The same without 0, for units that are reserved. */
export const PositiveStockQuantityInput = z
  .number()
  .gt(0)
  .max(2 ** 53)
