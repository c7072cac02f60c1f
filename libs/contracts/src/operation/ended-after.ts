/** Age of a request, in ms, at which no attempt of it is under way any more: far more than the longest deadline. */
export const ENDED_AFTER_MS = 60_000
