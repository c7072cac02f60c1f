import { isDeepStrictEqual } from 'node:util'
import { createPaymentSession as contract, notFound, OperationError, withSession } from '@souk/contracts'
import { implement, LookupNeeded, type RequestContext } from '@souk/runtime'
import { begunPaymentCollectionAnswer } from '../../answers/payment-collection.ts'
import { beginOrderPayment } from '../../clients/begin-order-payment.ts'
import { beginPayment, type PaymentWanted } from '../../clients/begin-payment.ts'
import type { Deps } from '../../deps.ts'
import { assertOpen, type CartRecord } from '../../domain/carts/cart.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import { quoteContextOf } from '../../domain/line-items/quote.ts'
import type { BegunSession } from '../../domain/payment-collections/payment-session.ts'
import { changedCart } from '../change-cart.ts'

interface Own {
  wanted: PaymentWanted
  begun: BegunSession
}

/**
 * The session is begun for the cart's amount at the time of the write: if the amount changes before that, the provider is called
 * again. A collection without an open cart belongs to an order, or is unknown.
 */
export const createPaymentSession = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline, passOn, selection } = request
  const { provider_id, data = {} } = body
  const storefront = storefrontOf(actor)
  const missing = () => notFound(`PaymentCollection id not found: ${params.id}`)
  const { customer_id } = storefront
  const cart = await deps.carts.findByCollection(params.id, sees(storefront), deadline)
  if (!cart?.is_open) {
    const begun = cart && (await begunBefore(cart.id, command, deps, missing))
    if (begun) return begunPaymentCollectionAnswer(begun, customer_id)
    const beginning = { payment_collection_id: params.id, provider_id, data, customer_id }
    const { payment_collection, revision } = await beginOrderPayment(beginning, command, deps.bus, passOn)
    return begunPaymentCollectionAnswer({ state: { payment_collection }, revision }, customer_id)
  }

  const changed = await changedCart({ actor, command, passOn, selection, params: { id: cart.id } }, deps, {
    plan(cart, context, own: Own | undefined) {
      const { payment_collection } = cart
      if (payment_collection?.id !== params.id) throw missing()
      const { amount, currency_code } = payment_collection
      const session = { id: context.newId('payses'), provider_id, amount, currency_code }
      const wanted: PaymentWanted = { session, place: quoteContextOf(cart), region: cart.region }
      if (!own || !isDeepStrictEqual(own.wanted, wanted)) return new LookupNeeded(wanted)
      return {
        cart: { ...cart, payment_collection: withSession(payment_collection, { ...session, ...own.begun }, context) },
        isSettled: true,
      }
    },
    async lookup(wanted: PaymentWanted) {
      const begun = await beginPayment(wanted, { data, customer_id }, deps.bus, passOn)
      return { wanted, begun }
    },
    missing,
  })
  return begunPaymentCollectionAnswer(changed, customer_id)
})

/**
 * The cart, now an order, on which another attempt of this request began the session; undefined if none did.
 * @throws the refusal that the other attempt got
 */
async function begunBefore(id: string, command: RequestContext['command'], { carts }: Deps, missing: () => OperationError) {
  if (!command.contested && !command.onlyRepeat) return undefined
  const repeating = {
    ...command,
    onlyRepeat: true,
    if_match: undefined,
    missing,
    decide(cart: CartRecord) {
      assertOpen(cart)
      return { state: cart }
    },
  }
  return carts.aggregates.execute(id, repeating).catch((error: unknown) => {
    if (error instanceof OperationError && error.kind === 'already_executed') return undefined
    throw error
  })
}
