import type { Actor } from '@souk/contracts'

export const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }
/** Of the channel `sc_1`. */
export const STOREFRONT: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }
