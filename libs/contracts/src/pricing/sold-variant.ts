import type { Variant } from './product.ts'

/** A variant as lines of carts and orders hold it: without the stock of each location, which changes with every order. */
export const soldVariant = (variant: Variant): Variant => ({
  ...variant,
  inventory_items: variant.inventory_items.map((one) => ({
    ...one,
    inventory: one.inventory && { ...one.inventory, location_levels: [] },
  })),
})
