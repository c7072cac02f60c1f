import type { ErrorKind, findCheckoutFacts, ResponseOf } from '@souk/contracts'
import type { OrderUse } from '../promotions/order-use.ts'

export type CheckoutFacts = ResponseOf<typeof findCheckoutFacts>

/**
 * How far it is; each is written before what it announces is begun. `priced`: stock is reserved; `paying`: cards and accounts
 * are debited, and the uses of promotions counted (left out where there are none); `placing`: orders are placed, and nothing is
 * undone any more; `canceling`: all of it is undone. `claimed`: nothing has begun; only checkouts from before begin with it.
 */
export type CheckoutState = 'claimed' | 'priced' | 'paying' | 'placing' | 'canceling' | 'done'

/** Why a checkout was given up, as its client is told. */
export interface CheckoutRefusal {
  kind: ErrorKind
  message: string
  code: string | null
  /** For the type of a payment problem, which is answered with the cart; null: an error like any other. */
  payment_type: string | null
}

/** A cart on its way to become orders: nothing else of it changes meanwhile. */
export interface Checkout {
  /** Counts the attempts to complete the cart; their effects elsewhere are keyed by it. */
  epoch: number
  state: CheckoutState
  /** The one who carries it on; another one takes over once the lease has lapsed. */
  runner: string
  /** Epoch ms; null once it is done. */
  lease_until: number | null
  /** ISO 8601: when it began; its orders are dated so. */
  at: string
  facts: CheckoutFacts
  /**
   * The limits and budgets that it counts for, which may move or go meanwhile: written with the step to `paying`, none before,
   * and none where that step is left out. Absent in checkouts that began before this was written down.
   */
  uses?: readonly OrderUse[]
  /** Its first runner was silent for too long: its client may not wait for it any more. */
  is_taken_over: boolean
  /** Null while it goes forward. */
  refusal: CheckoutRefusal | null
}

/** The last attempt that was given up. */
export interface RefusedCheckout {
  epoch: number
  refusal: CheckoutRefusal
}
