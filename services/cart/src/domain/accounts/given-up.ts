/** Checkouts that were given up before the account was debited for them: a debit that comes late is refused. Never shown. */
export interface GivenUp {
  given_up?: readonly { key: string; at: string }[]
}
