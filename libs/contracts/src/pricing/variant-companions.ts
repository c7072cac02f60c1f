import type { Companions } from '../fields/fields.ts'

/**
 * Fields that are added to parts of variants that `fields` names, as with the peers: the ids to links of inventory items, and
 * whether stock is managed to stock.
 * @param at where variants are: `variants.`, or empty for variants on their own
 */
export const stockCompanions = (at: 'variants.' | ''): readonly Companions[] => [
  { of: [`${at}inventory_items`], bring: [`${at}inventory_items.variant_id`, `${at}inventory_items.inventory_item_id`] },
  { of: [`${at}inventory_quantity`], bring: [`${at}manage_inventory`] },
]

/** The same for administrators, whose answers also show the variant and the rules of prices. */
export const variantCompanions = (at: 'variants.' | ''): readonly Companions[] => [
  { of: [`${at}prices`], bring: [`${at}prices.variant_id`, `${at}prices.rules`] },
  ...stockCompanions(at),
]
