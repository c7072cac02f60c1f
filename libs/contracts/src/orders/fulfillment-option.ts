/** How the shipping option of a parcel is chosen if the request names none. */
export const FULFILLMENT_OPTION =
  "Default: that of the order's first shipping method with the shipping profile of the lines; for an order without a method, " +
  "one of the seller's or of the marketplace from the other orders of its set, else, for administrators, the oldest one that " +
  'sends the lines, of the given location or else of the marketplace.'
