import { exactSum } from '@souk/totals'

/** An account as MongoDB holds it, its amounts as texts. */
export interface AuditedAccount {
  balance: string
  credits: string
  debits: string
  ledger: readonly { key: string; amount: string }[]
  /** Taken out, and not yet known to have come to where it belongs. */
  outgoing: readonly { id: string; amount: string; at: string }[]
}

/** A transfer that is entered and not delivered for so long never comes by itself: the services look for it twice a minute. */
const LATE_MS = 600_000

/** The sums that do not agree, in words; empty where all do. @param now epoch ms */
export function problemsOf({ balance, credits, debits, ledger, outgoing }: AuditedAccount, now: number): string[] {
  const amounts = ledger.map(({ amount }) => exactSum([amount]))
  const [taken, given] = [amounts.filter((amount) => amount.startsWith('-')), amounts.filter((amount) => !amount.startsWith('-'))]
  const sums: [string, string, string][] = [
    ['balance', balance, exactSum(amounts)],
    ['credits', credits, exactSum(given)],
    ['debits', debits, exactSum(taken.map((amount) => amount.slice(1)))],
  ]
  const keys = new Set(ledger.map(({ key }) => key))
  return [
    ...sums.filter(([, is, sum]) => exactSum([is]) !== sum).map(([name, is, sum]) => `${name} ${exactSum([is])} is not ${sum}`),
    ...(exactSum([balance]).startsWith('-') ? [`balance ${exactSum([balance])} is negative`] : []),
    ...(keys.size < ledger.length ? [`duplicate entries: ${ledger.length - keys.size}`] : []),
    ...outgoing
      .filter(({ at }) => Date.parse(at) < now - LATE_MS)
      .map(({ id, amount, at }) => `${amount} that left it at ${at} has not arrived (${id})`),
  ]
}
