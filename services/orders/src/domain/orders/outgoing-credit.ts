/** What an order owes to a customer, on its way to the customer's store credit account. */
export interface OutgoingCredit {
  /** Of the transaction that the account gets: it gets one. */
  id: string
  customer_id: string
  /** Above 0, in the order's currency. */
  amount: number
  /** ISO 8601: when it became owed. */
  at: string
}
