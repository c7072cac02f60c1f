import { z } from 'zod'

const MAX_UNITS = 2 ** 31 - 1

/** Units of a line; fractions are allowed if the line is sold in fractions. */
export const UnitsInput = z
  .number()
  .min(0)
  .max(MAX_UNITS)
  .overwrite((units) => (units === 0 ? 0 : units))

/** Units of a line, above 0. */
export const PositiveUnitsInput = z.number().gt(0).max(MAX_UNITS)
