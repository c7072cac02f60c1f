import { z } from 'zod'

/** Units of a line; fractions are allowed if the line is sold in fractions. */
export const UnitsInput = z
  .number()
  .min(0)
  .max(2 ** 31 - 1)
  .overwrite((units) => (units === 0 ? 0 : units))
