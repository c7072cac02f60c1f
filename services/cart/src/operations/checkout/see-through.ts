import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { notFound, outcomeUnknown } from '@souk/contracts'
import { type Command, derivedOpId } from '@souk/runtime'
import { assertOpen, beingCompleted, type CartRecord } from '../../domain/carts/cart.ts'
import { hasLapsed, isUnderWay, LeaseLost, STEP_MS, takenOver } from '../../domain/checkout/checkout.ts'
import type { CheckoutRefusal } from '../../domain/checkout/checkout-record.ts'
import { type CheckoutDeps, type CheckoutEnd, place, runCheckout } from './run-checkout.ts'
import type { WrittenCheckout } from './write-checkout.ts'

/** Pause between two looks at a cart that another runner completes, in ms. */
const LOOK_MS = 50

/**
 * Sees a checkout that is under way, or over, through to its end: as its runner, or by waiting for the runner, and taking over if
 * that loses its lease.
 * @throws conflict if it is not over by the deadline; as `runCheckout`
 */
export async function seeThrough(start: CartRecord, runner: string, deadline: number, deps: CheckoutDeps): Promise<CheckoutEnd> {
  const epoch = start.checkout?.epoch ?? start.refused_checkout?.epoch
  let found: WrittenCheckout = { cart: start, revision: undefined }
  for (; ; found = await present(start.id, deadline, deps)) {
    const { cart } = found
    if (cart.completed_at !== null) {
      if (!cart.checkout) assertOpen(cart) // its orders were placed elsewhere
      return { ...found, ...(await placed(cart, deps)) }
    }
    if (!isUnderWay(cart)) return { ...found, refusal: refusalOfEpoch(cart, epoch) }
    try {
      if (cart.checkout!.runner === runner) return await runCheckout(cart, runner, deps)
      if (hasLapsed(cart.checkout!, Date.now())) {
        const taken = await takeOver(cart.id, runner, deps)
        if (taken) return await runCheckout(taken, runner, deps)
      }
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
    }
    if (Date.now() + LOOK_MS >= deadline) throw beingCompleted()
    await sleep(LOOK_MS)
  }
}

/** @returns undefined if there is nothing to take over any more */
async function takeOver(cart_id: string, runner: string, { carts }: Pick<CheckoutDeps, 'carts'>) {
  const command: Omit<Command<CartRecord>, 'decide'> = {
    op: derivedOpId(Date.now(), 'take over', randomUUID()),
    deadline: Date.now() + STEP_MS,
    missing: () => notFound(`Cart id not found: ${cart_id}`),
  }
  const { state } = await carts.aggregates.execute(cart_id, {
    ...command,
    decide: (cart, context) => ({ state: takenOver(cart, runner, context) }),
  })
  return isUnderWay(state) && state.checkout!.runner === runner ? state : undefined
}

async function present(id: string, deadline: number, { carts }: CheckoutDeps): Promise<WrittenCheckout> {
  const found = await carts.aggregates.find(id, deadline)
  if (!found) throw notFound(`Cart id not found: ${id}`)
  return { cart: found.state, revision: found.revision }
}

/** Once the cart is completed nothing can be refused any more: even if the orders cannot be shown, they exist. */
const placed = (cart: CartRecord, deps: CheckoutDeps) =>
  place(cart, deps).catch((error: unknown) => {
    throw outcomeUnknown(error)
  })

function refusalOfEpoch({ refused_checkout }: CartRecord, epoch: number | undefined): CheckoutRefusal {
  if (refused_checkout && refused_checkout.epoch === epoch) return refused_checkout.refusal
  throw beingCompleted()
}
