/** An index for sellers with few records: the other conditions of the list are tried on all of them. */
export const NEWEST_OF_SELLER = {
  key: { seller_id: 1, deleted_at: 1, created_at: -1, _id: -1 },
  name: 'newest_of_seller',
} as const
