/** An amount owed by an order, in transfer to the customer's store credit account. */
export interface OutgoingCredit {
  /** The id of the account's transaction, so that the account receives it only once. */
  id: string
  customer_id: string
  /** Positive, in the order's currency. */
  amount: number
  /** ISO 8601: when it became owed. */
  at: string
}
