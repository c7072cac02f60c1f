import type { Companions } from '../fields/fields.ts'

/**
 * Fields that come with parts of variants that `fields` names, as with the peers: links to inventory items say what they link,
 * and stock says whether it is managed. @param at where variants are: `variants.`, or nothing for variants by themselves
 */
export const stockCompanions = (at: 'variants.' | ''): readonly Companions[] => [
  { of: [`${at}inventory_items`], bring: [`${at}inventory_items.variant_id`, `${at}inventory_items.inventory_item_id`] },
  { of: [`${at}inventory_quantity`], bring: [`${at}manage_inventory`] },
]

/** The same for administrators, whose prices say whose they are, and where they hold. */
export const variantCompanions = (at: 'variants.' | ''): readonly Companions[] => [
  { of: [`${at}prices`], bring: [`${at}prices.variant_id`, `${at}prices.rules`] },
  ...stockCompanions(at),
]
