import { cartUpdated, type Order, type OrderSetOfOrder, outcomeUnknown, placeOrders, reserveCheckoutStock } from '@souk/contracts'
import { asOperationError, hashedId, ownEnvelope } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { payingSession } from '../../domain/checkout/assert-completable.ts'
import { authorizedPayment } from '../../domain/checkout/authorized-payment.ts'
import {
  advanced,
  checkoutOf,
  done,
  isTriedAgain,
  LeaseLost,
  paid,
  paying,
  refusalOf,
  STEP_MS,
} from '../../domain/checkout/checkout.ts'
import type { CheckoutRefusal } from '../../domain/checkout/checkout-record.ts'
import { assertPlaceable } from './assert-placeable.ts'
import { cancelCheckout } from './cancel-checkout.ts'
import { debitAll, isDebiting } from './checkout-debits.ts'
import { ordersOfCart, stockLinesOfCart } from './orders-of-cart.ts'
import { countUses, type FoundUses, findUses } from './promotion-uses.ts'
import { type Runner, type WrittenCheckout, writeCheckout } from './write-checkout.ts'

export type CheckoutDeps = Pick<
  Deps,
  'carts' | 'giftCards' | 'storeCreditAccounts' | 'promotions' | 'campaigns' | 'useCounts' | 'bus'
>

/**
 * The end of a checkout: the orders in their present state, or the reason why there are none; and the cart's revision, if known.
 */
export type CheckoutEnd = WrittenCheckout & (PlacedOrders | Refused)

interface Refused {
  refusal: CheckoutRefusal
  /** The failure that this runner met, for the log: a refusal does not tell what was unexpected. */
  cause?: unknown
}

export interface PlacedOrders {
  orders: Order[]
  order_set: OrderSetOfOrder
}

/**
 * Runs a checkout from its present state to its end. Each step is written in the cart before its effect, which is keyed, so that
 * repeats and late attempts change nothing. Before orders are placed, a failure undoes everything; after that, the checkout can
 * only go forward.
 * @throws LeaseLost if another runner has the checkout; outcome_unknown if it will be resumed later
 */
export async function runCheckout(cart: CartRecord, runner: string, deps: CheckoutDeps): Promise<CheckoutEnd> {
  const own = { epoch: cart.checkout!.epoch, runner }
  try {
    const forward = await prepare(cart, own, deps)
    if ('refusal' in forward) return { ...(await cancelCheckout(cart, own, forward.refusal, deps)), cause: forward.cause }
    const placed = await place(forward.cart, deps, !cart.checkout!.is_taken_over)
    return { ...(await write(forward.cart, own, 'done', deps)), ...placed }
  } catch (error) {
    throw error instanceof LeaseLost ? error : outcomeUnknown(error)
  }
}

/** Does everything up to the placement of orders. @returns the refusal if something has failed */
async function prepare(start: CartRecord, own: Runner, deps: CheckoutDeps): Promise<{ cart: CartRecord } | Refused> {
  let cart = start
  let found: FoundUses | undefined
  const { state, refusal } = checkoutOf(cart, own)
  if (refusal) return { refusal }
  try {
    if (state === 'claimed') ({ cart } = await write(cart, own, 'priced', deps)) // begun by a replica of an older version
    if (checkoutOf(cart, own).state === 'priced') {
      assertPlaceable(cart, deps)
      await reserve(cart, deps)
      found = await findUses(cart, deps)
      const isPaying = found.uses.length > 0 || isDebiting(cart)
      ;({ cart } = await write(cart, own, isPaying ? 'paying' : 'placing', deps, found.uses))
    }
    if (checkoutOf(cart, own).state === 'paying') {
      await countUses(cart, found?.limits, deps)
      await debitAll(cart, deps) // last, since reversed debits stay in the ledgers
      ;({ cart } = await write(cart, own, 'placing', deps))
    }
    return { cart }
  } catch (thrown) {
    const cause = asOperationError(thrown)
    if (cause instanceof LeaseLost || isTriedAgain(cart.checkout!, cause, Date.now())) throw cause
    return { refusal: refusalOf(cause), cause }
  }
}

/**
 * Writes a step before its effect, and the end. The payment is authorized in the same write, so that its ids are made only once.
 */
const write = (
  cart: CartRecord,
  own: Runner,
  to: 'priced' | 'paying' | 'placing' | 'done',
  deps: CheckoutDeps,
  uses: FoundUses['uses'] = [],
) =>
  writeCheckout(
    cart.id,
    own,
    to,
    (present, context) => {
      if (to === 'done') return { state: done(present, own, context), events: [cartUpdated({ id: present.id })] }
      if (to === 'paying') return { state: paying(present, own, uses, context) }
      if (to === 'priced') return { state: advanced(present, own, to, context) }
      return { state: paid(present, own, authorizedPayment(present, payingSession(present), context), context) }
    },
    deps,
  )

/**
 * The orders of a cart that is completed, or about to be; missing ones are placed.
 * @param are_new whether nobody can have placed any of them before
 */
export async function place(cart: CartRecord, { bus }: Pick<Deps, 'bus'>, are_new = false): Promise<PlacedOrders> {
  const body = { ...ordersOfCart(cart), are_new }
  const { orders, order_set } = await bus.call(placeOrders, { body }, ownEnvelope('cart', STEP_MS))
  const [{ display_id, created_at }] = orders as [Order]
  return {
    orders: orders.map((order) => ({ ...order, customer: cart.customer })),
    order_set: order_set ?? { id: hashedId('ordset', cart.id), display_id, created_at },
  }
}

async function reserve(cart: CartRecord, { bus }: Pick<Deps, 'bus'>) {
  const lines = stockLinesOfCart(cart)
  const body = { cart_id: cart.id, epoch: cart.checkout!.epoch, sales_channel_id: cart.sales_channel_id, lines }
  if (lines.length > 0) await bus.call(reserveCheckoutStock, { body }, ownEnvelope('cart', STEP_MS))
}
