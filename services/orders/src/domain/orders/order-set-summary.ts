import type { FulfillmentStatus, Order, OrderStatus, PaymentCollection, PaymentStatus } from '@souk/contracts'
import { exactSum } from '@souk/totals'
import { isCounted, paymentStatusOf } from './statuses.ts'

type Status = Pick<Order, 'status' | 'payment_status' | 'fulfillment_status' | 'payment_collections'>
type PaidAmount = 'authorized_amount' | 'captured_amount' | 'refunded_amount'

/** The combined statuses of the orders of a set; at least one order. */
export const setStatuses = (orders: readonly Status[]) => ({
  status: statusOf(orders.map(({ status }) => status)),
  payment_status: paymentOf(orders),
  fulfillment_status: fulfillmentOf(orders.map(({ fulfillment_status }) => fulfillment_status)),
})

/** The common value, if all are equal. */
const same = <T>(all: readonly T[]): T | undefined => (all.every((one) => one === all[0]) ? all[0] : undefined)

const statusOf = (all: readonly OrderStatus[]): OrderStatus =>
  same(all) ?? (all.includes('requires_action') ? 'requires_action' : 'pending')

/** Orders that were canceled before they were paid count only if all were, and those with nothing to pay if no other is left. */
function paymentOf(orders: readonly Status[]): PaymentStatus {
  const alive = orders.filter(({ payment_status }) => payment_status !== 'canceled')
  const asking = alive.filter(isAsking)
  const [counted = orders] = [asking, alive].filter(({ length }) => length > 0)
  return (
    same(counted.map(({ payment_status }) => payment_status)) ??
    paymentStatusOf({ payment_collections: counted.flatMap(({ payment_collections }) => payment_collections) })
  )
}

/** Whether there is, or was, something to pay other than by credit. Orders without a collection never had. */
const isAsking = ({ payment_status, payment_collections }: Status): boolean =>
  payment_collections.length > 0 &&
  (payment_status !== 'captured' || payment_collections.some((one) => isCounted(one) && !isFree(one)))

const isFree = ({ amount }: PaymentCollection): boolean => amount === 0

/** Furthest first. */
const STEPS = ['delivered', 'shipped', 'fulfilled'] as const

function fulfillmentOf(all: readonly FulfillmentStatus[]): FulfillmentStatus {
  const furthest = STEPS.find((step) => all.includes(step) || all.includes(`partially_${step}`))
  return same(all) ?? (furthest ? `partially_${furthest}` : 'not_fulfilled')
}

/**
 * The payment of all orders together: the first collection, which was the cart's, with the combined amounts, sessions and
 * payments of those that count. Collections that ask for nothing count only if all do. Null if there are none.
 */
export function setPayment(orders: readonly Pick<Order, 'payment_collections'>[]): PaymentCollection | null {
  const every = orders.flatMap(({ payment_collections }) => payment_collections)
  const all = every.every(isFree) ? every : every.filter((one) => !isFree(one))
  const [first, ...others] = all
  if (!first || others.length === 0) return first ?? null
  const counted = all.some(isCounted) ? all.filter(isCounted) : all
  const sum = (field: PaidAmount) => sumOf(counted.map((one) => one[field]))
  return {
    ...first,
    amount: Number(exactSum(counted.map(({ amount }) => amount))),
    status: collectionStatus(counted),
    authorized_amount: sum('authorized_amount'),
    captured_amount: sum('captured_amount'),
    refunded_amount: sum('refunded_amount'),
    completed_at: latest(counted.map(({ completed_at }) => completed_at)),
    payment_providers: [...new Map(counted.flatMap((one) => one.payment_providers).map((one) => [one.id, one])).values()],
    payment_sessions: counted.flatMap(({ payment_sessions }) => payment_sessions),
    payments: counted.flatMap(({ payments }) => payments),
    updated_at: latest(counted.map(({ updated_at }) => updated_at))!,
  }
}

/** Null if none of them is known. */
const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.every((amount) => amount === null) ? null : Number(exactSum(amounts.map((amount) => amount ?? 0)))

/** Null if one of them is still to come. */
const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, time) => (last === null || time === null ? null : time > last ? time : last))

function collectionStatus(collections: readonly PaymentCollection[]): PaymentCollection['status'] {
  const all = collections.map(({ status }) => status)
  const isPaid = (status: string) => status === 'authorized' || status === 'completed'
  const alike = same(all)
  if (alike) return alike
  if (all.every(isPaid)) return 'authorized'
  if (all.some((status) => isPaid(status) || status === 'partially_authorized')) return 'partially_authorized'
  return all.includes('awaiting') ? 'awaiting' : 'not_paid'
}
