/** So long after it began, no attempt of a request is under way any more, in ms: far more than the longest deadline. */
export const ENDED_AFTER_MS = 60_000
