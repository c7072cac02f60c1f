import { type DecisionContext, notFound } from '@souk/contracts'
import { type Decide, derivedOpId } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { LeaseLost, STEP_MS } from '../../domain/checkout/checkout.ts'

/** A process that runs a checkout. */
export interface Runner {
  epoch: number
  runner: string
}

/** The cart with the step, and its revision: undefined if the cart may have changed since. */
export interface WrittenCheckout {
  cart: CartRecord
  revision: number | undefined
}

/**
 * Writes a step of a checkout, once for each runner.
 * @throws errors from `decide`; LeaseLost if another runner's step came between the write and its repeat
 */
export async function writeCheckout(
  cart_id: string,
  { epoch, runner }: Runner,
  step: string,
  decide: Decide<CartRecord>,
  { carts }: Pick<Deps, 'carts'>,
): Promise<WrittenCheckout> {
  const { state, revision, repeated } = await carts.aggregates.execute(cart_id, {
    op: derivedOpId(Date.now(), 'checkout', cart_id, String(epoch), step, runner),
    deadline: Date.now() + STEP_MS,
    missing: () => notFound(`Cart id not found: ${cart_id}`),
    decide: (cart: CartRecord, context: DecisionContext) => decide(cart, context),
  })
  if (repeated && state.checkout?.runner !== runner) throw new LeaseLost()
  return { cart: state, revision: repeated ? undefined : revision }
}
