/** The inputs of a decision besides the state: everything that is not a pure function of it. */
export interface DecisionContext {
  /** A new id with this prefix, derived from the op-id: the same sequence each time the decision is taken. */
  newId: (prefix: string) => string
  /** ISO 8601, the same each time the decision is taken. */
  now: string
}
