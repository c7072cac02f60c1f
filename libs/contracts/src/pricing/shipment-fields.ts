/** Measures and customs data, which products and variants have alike. */
export const SHIPMENT_FIELDS = [
  ...(['weight', 'length', 'height', 'width'] as const),
  ...(['hs_code', 'origin_country', 'mid_code', 'material'] as const),
] as const
