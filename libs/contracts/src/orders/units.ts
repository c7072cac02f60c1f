import { z } from 'zod'

/** Units of a line; fractions of one are counted where the line is sold so. */
export const UnitsInput = z
  .number()
  .min(0)
  .max(2 ** 31 - 1)
  .overwrite((units) => (units === 0 ? 0 : units))
