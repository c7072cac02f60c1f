/** For reads of what all lines of a large cart or order need: they are not split. */
export const LARGE_BATCH = { maxBatch: 1000 }
