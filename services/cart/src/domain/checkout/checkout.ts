import { OperationError, type PaymentCollection } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { OrderUse } from '../promotions/order-use.ts'
import type { Checkout, CheckoutFacts, CheckoutRefusal, CheckoutState } from './checkout-record.ts'

/** How long a runner may be silent before another one takes over, in ms. */
const LEASE_MS = 6000
/** How long one step of a runner may take, in ms: a second less than the lease, as a margin for a process that was held up. */
export const STEP_MS = 5000
/** How long a checkout that fails through no fault of its own is retried, in ms from its beginning. */
const PATIENCE_MS = 60_000

/** Thrown if another runner has taken over the checkout. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

interface Running {
  epoch: number
  runner: string
}

type Context = { now: string }
const leaseFrom = (now: string) => Date.parse(now) + LEASE_MS

/** The cart with a new checkout, whose stock is reserved next. */
export function claimed(cart: CartRecord, runner: string, facts: CheckoutFacts, { now }: Context): CartRecord {
  const epoch = (cart.checkouts ?? 0) + 1
  const begun = { epoch, state: 'priced' as const, runner, lease_until: leaseFrom(now), at: now }
  return { ...cart, checkouts: epoch, checkout: { ...begun, facts, uses: [], is_taken_over: false, refusal: null } }
}

/**
 * The cart with its checkout taken over by another runner; the same cart if the lease has not lapsed, or no checkout is under
 * way.
 */
export function takenOver(cart: CartRecord, runner: string, { now }: Context): CartRecord {
  const { checkout } = cart
  if (!checkout || !hasLapsed(checkout, Date.parse(now))) return cart
  return { ...cart, checkout: { ...checkout, runner, lease_until: leaseFrom(now), is_taken_over: true } }
}

/** @throws LeaseLost if another runner has the checkout, or it has ended */
export function checkoutOf({ checkout }: CartRecord, { epoch, runner }: Running): Checkout {
  if (checkout?.epoch !== epoch || checkout.runner !== runner || checkout.state === 'done') throw new LeaseLost()
  return checkout
}

/** The cart advanced to the next state, with the lease renewed. @throws LeaseLost */
export function advanced(cart: CartRecord, running: Running, state: CheckoutState, { now }: Context): CartRecord {
  return { ...cart, checkout: { ...checkoutOf(cart, running), state, lease_until: leaseFrom(now) } }
}

/** The cart advanced to `paying`, with the uses that it is counted for. @throws LeaseLost */
export function paying(cart: CartRecord, running: Running, uses: readonly OrderUse[], context: Context): CartRecord {
  const next = advanced(cart, running, 'paying', context)
  return { ...next, checkout: { ...next.checkout!, uses } }
}

/** The cart whose checkout is to be undone. @throws LeaseLost; also if its orders may already exist */
export function canceling(cart: CartRecord, running: Running, refusal: CheckoutRefusal, context: Context): CartRecord {
  if (checkoutOf(cart, running).state === 'placing') throw new LeaseLost()
  const next = advanced(cart, running, 'canceling', context)
  return { ...next, checkout: { ...next.checkout!, refusal } }
}

/** The cart with its authorized payment, advanced to `placing`. @throws LeaseLost */
export const paid = (cart: CartRecord, running: Running, payment_collection: PaymentCollection | null, context: Context) =>
  advanced({ ...cart, payment_collection }, running, 'placing', context)

/** The cart after its orders were placed. @throws LeaseLost */
export function done(cart: CartRecord, running: Running, { now }: Context): CartRecord {
  const checkout = checkoutOf(cart, running)
  return {
    ...cart,
    checkout: { ...checkout, state: 'done', lease_until: null },
    refused_checkout: null,
    completed_at: checkout.at,
    updated_at: now,
  }
}

/** The cart as before the checkout, open again. @throws LeaseLost */
export function givenUp(cart: CartRecord, running: Running): CartRecord {
  const { epoch, refusal } = checkoutOf(cart, running)
  return { ...cart, checkout: null, refused_checkout: { epoch, refusal: refusal! } }
}

export const isUnderWay = ({ checkout }: Pick<CartRecord, 'checkout'>): boolean =>
  checkout !== null && checkout !== undefined && checkout.state !== 'done'

export const hasLapsed = ({ lease_until }: Checkout, now: number): boolean => lease_until !== null && lease_until <= now

/** The payment was not authorized: the answer contains the cart, so that its customer can pay in another way. */
export class PaymentProblem extends Error {
  override readonly name = 'PaymentProblem'
  readonly type: string
  constructor(message: string, type: string) {
    super(message)
    this.type = type
  }
}

/**
 * Whether a checkout is retried after this failure on our side instead of being canceled: only if it was taken over, and for a
 * limited time. Otherwise its client is told immediately, and may retry.
 */
export const isTriedAgain = ({ is_taken_over, at }: Checkout, error: unknown, now: number): boolean =>
  is_taken_over && now - Date.parse(at) < PATIENCE_MS && error instanceof OperationError && error.status >= 500

/** Anything unforeseen is reported as unexpected, without its text. */
export function refusalOf(error: unknown): CheckoutRefusal {
  const plain = { code: null, payment_type: null, retry_after: null }
  if (error instanceof PaymentProblem) return { ...plain, kind: 'invalid_data', message: error.message, payment_type: error.type }
  if (!(error instanceof OperationError)) return { ...plain, kind: 'unexpected', message: '' }
  const { kind, message, code = null, retry_after = null } = error
  return { ...plain, kind, message, code, retry_after }
}

/** @param cause the failure that was refused, for the log; undefined if another runner met it */
export function errorOf(refusal: CheckoutRefusal, cause?: unknown): OperationError | PaymentProblem {
  const { kind, message, code, payment_type, retry_after = null } = refusal
  if (payment_type !== null) return new PaymentProblem(message, payment_type)
  return new OperationError(kind, message, {
    cause,
    ...(code !== null && { code }),
    ...(retry_after !== null && { retry_after }),
  })
}
