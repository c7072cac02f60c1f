import { groupBy } from '@souk/contracts'
import type { Outcome } from '../load.ts'
import { isRefusal, isSuccess } from '../summary.ts'
import { NOTHING_WRITTEN, type Verification } from './part.ts'

/** Carts of a run and all that their checkouts changed, as it lies in the databases. */
export interface FoundCheckouts {
  carts: readonly FoundCart[]
  /** All orders of these carts. */
  orders: readonly FoundOrder[]
  /** Units of the scarce goods: those at hand, and those reserved, of which each completed cart has one. */
  stock: { stocked: number; reserved: number }
  /** What its ledger says that carts took from each card, and what is left of it. */
  cards: readonly { id: string; value: number; debited: number; balance: number }[]
  /** Orders that the promotion was counted for, and how many it allows. */
  uses: { counted: number; limit: number }
}

interface FoundCart {
  id: string
  isCompleted: boolean
  /** Whether a checkout of it has begun, and did not end. */
  isUnderWay: boolean
  /** Whether the promotion applies to it. */
  isPromoted: boolean
}

interface FoundOrder {
  id: string
  cart_id: string
  /** What each gift card paid of it, by the card's id. */
  credit: ReadonlyMap<string, number>
}

/** Sums of spread amounts are doubles: the last digits may differ. */
const TOLERANCE = 1e-6

/**
 * Checks that every cart became its orders once or not at all, and that stock, cards and the promotion were used for exactly the
 * carts that did. Success shows the ids of the orders (`shown`), all of them.
 * @param ordersEach how many a cart becomes: one for each of its sellers
 */
export function verifyCheckouts(
  { carts, orders, stock, cards, uses }: FoundCheckouts,
  outcomes: readonly Outcome[],
  ordersEach: number,
): Verification {
  const result: Verification = { ...NOTHING_WRITTEN, problems: [] }
  const { problems } = result
  const ordersOf = groupBy(orders, ({ cart_id }) => cart_id)
  const answersTo = groupBy(outcomes, ({ request }) => request.effect?.aggregate)

  for (const { id, isCompleted, isUnderWay } of carts) {
    if (isUnderWay) problems.push(`${id} is still being completed`)
    const placed = new Set((ordersOf.get(id) ?? []).map((order) => order.id))
    const answers = answersTo.get(id) ?? []
    const answered = new Set(answers.filter(isSuccess).flatMap(({ shown = [] }) => shown))
    if (answered.size > 0) result.acknowledged++
    if ([...answered].some((order) => !placed.has(order))) {
      result.missing++
      problems.push(`${id}: was answered with orders ${[...answered]}, but has ${[...placed]}`)
    }
    if (placed.size > ordersEach) {
      result.doubled++
      problems.push(`${id} became ${placed.size} orders instead of ${ordersEach}`)
    }
    if (placed.size > 0 && placed.size < ordersEach) problems.push(`${id} became ${placed.size} of its ${ordersEach} orders`)
    if (isCompleted !== placed.size > 0)
      problems.push(`${id} is ${isCompleted ? '' : 'not '}completed, but became ${placed.size} orders`)
    if (placed.size === 0 || answered.size > 0) continue
    if (answers.every(isFinal)) {
      result.refusedApplied++
      problems.push(`${id} became an order, but all of its requests were refused`)
    } else result.unknownApplied++
  }

  const completed = carts.filter(({ isCompleted }) => isCompleted)
  const promoted = completed.filter(({ isPromoted }) => isPromoted).length
  if (stock.reserved !== completed.length)
    problems.push(`${completed.length} carts are completed, but ${stock.reserved} units are reserved`)
  if (stock.reserved > stock.stocked) problems.push(`${stock.reserved} of ${stock.stocked} units are reserved`)
  if (uses.counted !== promoted) problems.push(`${promoted} completed carts have the promotion, which counts ${uses.counted}`)
  if (uses.counted > uses.limit) problems.push(`the promotion was used ${uses.counted} times, it allows ${uses.limit}`)
  for (const { id, value, debited, balance } of cards) {
    const paid = orders.reduce((sum, { credit }) => sum + (credit.get(id) ?? 0), 0)
    if (!isSame(paid, debited)) problems.push(`${id} paid ${paid} of orders, but ${debited} were debited`)
    if (!isSame(value - debited, balance)) problems.push(`${id} has ${balance} left of ${value}, but ${debited} were debited`)
    if (balance < 0) problems.push(`${id} has ${balance} left`)
  }
  return result
}

const isSame = (left: number, right: number) => Math.abs(left - right) <= TOLERANCE

/** Refused for good; a conflict (409) leaves open what another request does. */
const isFinal = (outcome: Outcome) => isRefusal(outcome) && outcome.status !== 409
