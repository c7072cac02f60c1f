/** Longest time for a load that several requests share: that of most operations. */
const SHARED_LOAD_MS = 5000

/**
 * The deadline of a load that begins now and may be shared by requests with different deadlines, in epoch ms. It is the load's
 * own: that of the request that began it would fail others, which have more time left.
 */
export const sharedDeadline = (): number => Date.now() + SHARED_LOAD_MS
