/** Whether a price has a quantity for which it applies; null or absent: no bound. */
export const boundsFit = ({ min_quantity, max_quantity }: { min_quantity?: number | null; max_quantity?: number | null }) =>
  min_quantity == null || max_quantity == null || min_quantity <= max_quantity

export const WRONG_BOUNDS = { path: ['min_quantity'], message: 'must not be greater than max_quantity' }
