/** What a decision has at hand beside the state: whoever takes it brings the clock and the ids. */
export interface DecisionContext {
  /** A new id with this prefix; the same sequence each time the decision is taken. */
  newId: (prefix: string) => string
  /** ISO 8601. */
  now: string
}
