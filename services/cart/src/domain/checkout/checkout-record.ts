import type { ErrorKind, findCheckoutFacts, ResponseOf } from '@souk/contracts'
import type { OrderUse } from '../promotions/order-use.ts'

export type CheckoutFacts = ResponseOf<typeof findCheckoutFacts>

/**
 * The progress of a checkout; each state is written before its work begins. `priced`: stock is reserved; `paying`: cards and
 * accounts are debited, and uses of promotions are counted (skipped if there are none); `placing`: orders are placed, and nothing
 * can be undone any more; `canceling`: everything is undone. `claimed`: nothing has begun; only found in checkouts from older
 * versions.
 */
export type CheckoutState = 'claimed' | 'priced' | 'paying' | 'placing' | 'canceling' | 'done'

/** Why a checkout was canceled, as reported to its client. */
export interface CheckoutRefusal {
  kind: ErrorKind
  message: string
  code: string | null
  /** The type of a payment problem, which is answered with the cart; null: an ordinary error. */
  payment_type: string | null
  /**
   * Whole seconds after which its client may try again; null: it is final. Absent from refusals that were recorded before this
   * field existed.
   */
  retry_after?: number | null
}

/** A cart that is becoming orders; until that ends, nothing else in it changes. */
export interface Checkout {
  /** Numbers the attempts to complete the cart; their effects in other services are keyed by it. */
  epoch: number
  state: CheckoutState
  /** The process that is running it; another one takes over once the lease has lapsed. */
  runner: string
  /** Epoch ms; null once it is done. */
  lease_until: number | null
  /** ISO 8601: when it began; its orders have this date. */
  at: string
  facts: CheckoutFacts
  /**
   * The limits and budgets that it counts towards, which may change or be deleted in the meantime. Written with the step to
   * `paying`, empty before it and if that is skipped. Absent from checkouts that began before this field existed.
   */
  uses?: readonly OrderUse[]
  /** Its first runner lost the lease, so the client may no longer be waiting. */
  is_taken_over: boolean
  /** Null unless it is being canceled. */
  refusal: CheckoutRefusal | null
}

/** The last attempt that was canceled. */
export interface RefusedCheckout {
  epoch: number
  refusal: CheckoutRefusal
}
