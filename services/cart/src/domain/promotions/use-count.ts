import { type CampaignBudgetUsage, conflict, type OperationError } from '@souk/contracts'
import { exactSum } from '@souk/totals'

/** Once a count has this many marks, the half whose checkouts began first is dropped. */
export const MAX_MARKS = 2000

/** Records that a checkout was counted, so that a repeat is not counted again, or canceled, so that a late count is refused. */
export interface Mark {
  /** The cart's id, and the number of its attempt to become an order. */
  key: string
  /** ISO 8601: when the checkout began. */
  at: string
  /** Exact decimal text. */
  amount: string
  is_given_up: boolean
}

/** How much one buyer used of a campaign's budget, without naming the budget. */
export type BuyerUsage = Omit<CampaignBudgetUsage, 'budget_id'>

/** How often orders used a promotion or the budget of a campaign, or for how much. Never shown itself. */
export interface UseCount {
  /** See `countIdOf`. */
  id: string
  used: number
  /** For one buyer's usage of a budget; null otherwise. */
  usage: { id: string; campaign_id: string; attribute_value: string } | null
  marks: readonly Mark[]
  /** ISO 8601: checkouts that began up to then may have been counted even if they have no mark. Null: every mark is kept. */
  forgotten_until: string | null
  created_at: string
  updated_at: string
}

type OneUse = Omit<Mark, 'is_given_up'>

/**
 * The count with one more order; the same count if that order is already counted.
 * @param limit null: none
 * @param exceeded makes the refusal if the limit is exceeded
 * @throws conflict if that checkout was canceled, or so many began later that it is unknown whether it was counted
 */
export function counted(count: UseCount, use: OneUse, limit: number | null, exceeded: () => OperationError): UseCount {
  const mark = count.marks.find(({ key }) => key === use.key)
  if (mark?.is_given_up) throw conflict('The checkout was given up')
  if (mark) return count
  if (isForgotten(count, use)) throw conflict('The checkout took too long; please try again', { retry_after: 1 })
  const used = rounded(exactSum([count.used, use.amount]))
  if (limit !== null && used > rounded(limit)) throw exceeded()
  return { ...withMark(count, { ...use, is_given_up: false }), used }
}

/**
 * The count as if the order had never been counted, which also prevents it from being counted later; the same count if nothing
 * changes.
 */
export function takenBack(count: UseCount, use: OneUse): UseCount {
  const mark = count.marks.find(({ key }) => key === use.key)
  if (mark?.is_given_up || (!mark && isForgotten(count, use))) return count
  const after = withMark(count, { ...use, is_given_up: true })
  return mark ? { ...after, used: Math.max(0, rounded(exactSum([count.used, `-${mark.amount}`]))) } : after
}

/** To the digits that a double keeps: the shares of a discount are doubles, and their sum may exceed it by their rounding. */
const rounded = (amount: number | string) => Number(Number(amount).toPrecision(15))

const isForgotten = ({ forgotten_until }: UseCount, { at }: OneUse) => forgotten_until !== null && at <= forgotten_until

function withMark(count: UseCount, mark: Mark): UseCount {
  const marks = [...count.marks.filter(({ key }) => key !== mark.key), mark]
  if (marks.length < MAX_MARKS) return { ...count, marks }
  const oldest = marks.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
  const forgotten = oldest.splice(0, MAX_MARKS / 2)
  const until = forgotten.at(-1)!.at
  return { ...count, marks: oldest, forgotten_until: max(until, count.forgotten_until) }
}

const max = (one: string, other: string | null) => (other !== null && other > one ? other : one)
