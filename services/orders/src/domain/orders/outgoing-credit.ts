/** An amount that an order owes to a customer, on its way to the customer's store credit account. */
export interface OutgoingCredit {
  /** The id of the transaction that the account gets, so that it gets one only. */
  id: string
  customer_id: string
  /** Above 0, in the order's currency. */
  amount: number
  /** ISO 8601: when it became owed. */
  at: string
}
