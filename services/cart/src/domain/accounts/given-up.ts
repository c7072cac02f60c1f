/** Checkouts that were canceled before the account was debited for them, so that a late debit is refused. Never shown. */
export interface GivenUp {
  given_up?: readonly { key: string; at: string }[]
}
