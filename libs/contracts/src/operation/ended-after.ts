/** Age of a request, in ms, after which none of its attempts is under way any more: far more than the longest deadline. */
export const ENDED_AFTER_MS = 60_000
