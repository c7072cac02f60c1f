export const DAY_MS = 24 * 3600_000

/** Age of a request, in ms, after which none of its attempts is under way any more: far more than the longest deadline. */
export const ENDED_AFTER_MS = 60_000

/** For how long a request with an Idempotency-Key may be repeated, in ms. */
export const REPEATABLE_MS = 24 * 3600_000
