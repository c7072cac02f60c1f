/** Facts about a product, a variant or an inventory item for parcels and customs, where none are known. */
export const NO_SHIPMENT_FACTS = {
  weight: null,
  length: null,
  height: null,
  width: null,
  hs_code: null,
  mid_code: null,
  origin_country: null,
  material: null,
}
