import { cartUpdated, releaseCheckoutStock } from '@souk/contracts'
import { ownEnvelope } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { isPaidAlike, settle } from '../../domain/carts/settle.ts'
import { canceling, givenUp, STEP_MS } from '../../domain/checkout/checkout.ts'
import type { CheckoutRefusal } from '../../domain/checkout/checkout-record.ts'
import { payersOf } from '../../domain/gift-cards/cart-gift-cards.ts'
import { listBalances } from '../list-balances.ts'
import { giveBackAll } from './checkout-debits.ts'
import { uncountUses } from './promotion-uses.ts'
import { type Runner, writeCheckout } from './write-checkout.ts'

type CancelingDeps = Pick<Deps, 'carts' | 'giftCards' | 'storeCreditAccounts' | 'promotions' | 'campaigns' | 'useCounts' | 'bus'>

/**
 * Undoes a checkout: the cart, its cards and the stock are as before, except that a card that could not pay now pays less, so
 * that the next attempt does not fail for that reason.
 * @throws LeaseLost if another runner has the checkout; on other failures the sweep completes the cancellation
 */
export async function cancelCheckout(cart: CartRecord, own: Runner, refusal: CheckoutRefusal, deps: CancelingDeps) {
  const { cart: undoing } = await writeCheckout(
    cart.id,
    own,
    'canceling',
    (present, context) => ({ state: canceling(present, own, refusal, context) }),
    deps,
  )
  await Promise.all([release(undoing, own, deps), giveBackAll(undoing, deps), uncountUses(undoing, deps)])
  const balances = await listBalances(payersOf(undoing), deps, Date.now() + STEP_MS)
  const open = await writeCheckout(
    cart.id,
    own,
    'given-up',
    (present, context) => {
      const before = givenUp(present, own)
      const after = balances.length > 0 ? settle(before, balances, context) : before
      return isPaidAlike(after, before) ? { state: before } : { state: after, events: [cartUpdated({ id: before.id })] }
    },
    deps,
  )
  return { ...open, refusal }
}

async function release(cart: CartRecord, { epoch }: Runner, { bus }: Pick<Deps, 'bus'>) {
  if (cart.items.every(({ variant_id }) => variant_id === null)) return
  await bus.call(releaseCheckoutStock, { body: { cart_id: cart.id, epoch } }, ownEnvelope('cart', STEP_MS))
}
