import { demonstrationId as seeded } from '@souk/contracts'

export const SEEDED_AT = '2026-01-01T00:00:00.000Z'

/** Ids of seeded records: the same on every machine, so that documentation and scripts may name them. */
export const ids = {
  admin: seeded('user', 1),
  example_user: seeded('user', 2),
  invite: seeded('invite', 1),
  example_invite: seeded('invite', 2),
  admin_identity: seeded('authid', 1),
  publishable_key: seeded('apk', 1),
  revoked_publishable_key: seeded('apk', 2),
  secret_key: seeded('apk', 3),
  example_api_key: seeded('apk', 4),

  seller: seeded('sel', 1),
  foreign_seller: seeded('sel', 2),
  member: seeded('mem', 1),
  second_member: seeded('mem', 2),
  foreign_member: seeded('mem', 3),
  member_invite: seeded('meminv', 1),
  foreign_member_invite: seeded('meminv', 2),
  request: seeded('req', 1),
  /** The request that the reference's example accepts. */
  example_request: seeded('req', 2),
  /** Asks for a category. */
  sellers_request: seeded('req', 3),
  foreign_sellers_request: seeded('req', 4),
  review: seeded('rev', 1),
  foreign_review: seeded('rev', 2),
  /** The review that its customer deletes in the reference's example. */
  example_review: seeded('rev', 3),
  /** The review that the reference's example takes down. */
  removable_review: seeded('rev', 4),
  /** About the third order. */
  return_request: seeded('oretreq', 1),
  foreign_return_request: seeded('oretreq', 2),
  /** The request that an administrator answers in the reference's example. */
  example_return_request: seeded('oretreq', 3),
  seller_notification: seeded('noti', 1),
  admin_notification: seeded('noti', 2),
  seller_identity: seeded('authid', 2),
  foreign_seller_identity: seeded('authid', 3),

  customer: seeded('cus', 1),
  foreign_customer: seeded('cus', 2),
  example_customer: seeded('cus', 3),
  customer_identity: seeded('authid', 4),
  requesting_identity: seeded('authid', 5),
  example_requesting_identity: seeded('authid', 6),
  customer_group: seeded('cusgroup', 1),
  example_customer_group: seeded('cusgroup', 2),
  seller_customer_group: seeded('cusgroup', 3),
  /** The seller's group that the reference's example deletes. */
  example_seller_customer_group: seeded('cusgroup', 4),
  foreign_seller_customer_group: seeded('cusgroup', 5),

  sales_channel: seeded('sc', 1),
  region: seeded('reg', 1),
  us_region: seeded('reg', 2),
  /** The region that the reference's example deletes. */
  example_region: seeded('reg', 3),
  shipping_option: seeded('so', 1),
  express_shipping_option: seeded('so', 2),
  shipping_option_without_price: seeded('so', 3),
  foreign_shipping_option: seeded('so', 5),
  shipping_option_type: seeded('sotype', 1),
  shipping_profile: seeded('sp', 1),
  seller_shipping_profile: seeded('sp', 3),
  /** The seller's shipping profile that the reference's example deletes. */
  example_seller_shipping_profile: seeded('sp', 4),
  foreign_shipping_profile: seeded('sp', 5),
  stock_location: seeded('sloc', 1),
  /** Of the other seller. */
  foreign_stock_location: seeded('sloc', 3),
  inventory_item: seeded('iitem', 1),
  foreign_inventory_item: seeded('iitem', 4),
  /** The seller's inventory item that the reference's example deletes. */
  example_inventory_item: seeded('iitem', 5),
  reservation: seeded('resitem', 1),
  /** The reservation that the reference's example of a seller deletes. */
  example_reservation: seeded('resitem', 2),
  foreign_reservation: seeded('resitem', 4),
  fulfillment_set: seeded('fuset', 1),
  foreign_fulfillment_set: seeded('fuset', 5),
  service_zone: seeded('serzo', 1),
  foreign_service_zone: seeded('serzo', 5),

  product: seeded('prod', 1),
  second_product: seeded('prod', 2),
  foreign_product: seeded('prod', 3),
  /** A draft that the example of the reference deletes. */
  example_product: seeded('prod', 4),
  /** Drafts of the seller's that examples delete, and propose. */
  example_seller_product: seeded('prod', 5),
  example_proposal: seeded('prod', 6),
  /** The seller's draft that uses `example_inventory_item`. */
  example_stocked_product: seeded('prod', 7),
  variant: seeded('variant', 1),
  second_variant: seeded('variant', 2),
  third_variant: seeded('variant', 3),
  foreign_variant: seeded('variant', 4),
  price_list: seeded('plist', 1),
  foreign_price_list: seeded('plist', 2),
  /** The price list, and the price of another one, that the reference's examples delete. */
  example_price_list: seeded('plist', 9),
  example_list_price: seeded('price', 1),

  promotion: seeded('promo', 1),
  /** The promotion that the reference's example deletes. */
  example_promotion: seeded('promo', 2),
  buyget_promotion: seeded('promo', 3),
  shipping_promotion: seeded('promo', 4),
  seller_promotion: seeded('promo', 5),
  /** The promotion of the seller that the reference's example deletes. */
  example_seller_promotion: seeded('promo', 6),
  foreign_promotion: seeded('promo', 7),
  campaign: seeded('procamp', 1),
  /** The campaign that the reference's example deletes. */
  example_campaign: seeded('procamp', 2),
  seller_campaign: seeded('procamp', 3),
  /** The campaign of the seller that the reference's example deletes. */
  example_seller_campaign: seeded('procamp', 4),
  foreign_campaign: seeded('procamp', 5),

  gift_card: seeded('gcard', 1),
  second_gift_card: seeded('gcard', 2),
  /** The card that the reference's examples put on a cart and remove; its code is known to all. */
  demonstration_gift_card: seeded('gcard', 3),
  /** The card that the reference's example claims. */
  claimed_gift_card: seeded('gcard', 4),
  /** A cart with items, for the card example. A cart id is a bearer capability: this one is random per home, see secrets. */
  order: seeded('order', 1),
  second_order: seeded('order', 2),
  third_order: seeded('order', 3),
  rich_order: seeded('order', 4),
  canceled_order: seeded('order', 5),
  foreign_order: seeded('order', 6),
  foreign_return: seeded('return', 1600),
  /** With an edit whose actions the reference's examples change, take back and confirm. */
  edited_order: seeded('order', 7),
  /** Which the reference's example of a seller cancels. */
  example_order: seeded('order', 8),
  /** With two parcels that are packed, which the reference's examples ship. */
  packed_order: seeded('order', 9),
  /** Of which the reference's examples pack parcels; the two that there are they cancel. */
  unpacked_order: seeded('order', 10),
  /** With a return, a claim and an exchange, which the reference's examples cancel. */
  returned_order: seeded('order', 11),
  /** On which a return, a claim and an exchange are begun, which the reference's examples give up. */
  begun_orders: [seeded('order', 12), seeded('order', 13), seeded('order', 14)],
  /** Of which everything has arrived: the reference's example of a new return. */
  arrived_order: seeded('order', 15),
  /** On which a return is begun that the reference's examples change and confirm. */
  returning_order: seeded('order', 16),
  /** With a return that is confirmed, and one whose receipt is begun: for the reference's examples that receive. */
  awaiting_order: seeded('order', 17),
  receiving_order: seeded('order', 18),
  /** Of which everything has arrived: the reference's example of a return by its customer. */
  sent_order: seeded('order', 19),
  /** Of which everything has arrived: the reference's examples of a new claim and a new exchange. */
  claimed_orders: [seeded('order', 21), seeded('order', 23)],
  /** On which a claim and an exchange are begun that the reference's examples change and confirm. */
  replacing_orders: { claim: seeded('order', 22), exchange: seeded('order', 24) },
  /** Of goods that are in a catalogue, and of others. */
  draft_order: seeded('order', 25),
  /** A draft with an edit, whose actions the reference's examples change, take back and confirm. */
  edited_draft: seeded('order', 26),
  /** Drafts that the reference's examples delete and convert. */
  example_drafts: [seeded('order', 27), seeded('order', 28)],
  /** With a return that is confirmed, and one whose receipt is begun: for the reference's examples of a seller that receives. */
  sellers_awaiting_order: seeded('order', 29),
  sellers_receiving_order: seeded('order', 30),
  draft_actions: [seeded('ordchact', 4), seeded('ordchact', 5)],
  edit_actions: [seeded('ordchact', 1), seeded('ordchact', 2), seeded('ordchact', 3)],
} as const

/** Further ids of seeded records that nobody names. */
export const seededId = (prefix: string, n: number) => seeded(prefix, 1000 + n)
