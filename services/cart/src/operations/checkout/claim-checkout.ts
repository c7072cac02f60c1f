import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, findCheckoutFacts, notFound } from '@souk/contracts'
import { derivedOpId, executeWithLookups, LookupNeeded, type RequestContext } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import { sees, storefrontOf } from '../../domain/carts/storefront.ts'
import {
  assertCompletable,
  assertOpenSellers,
  assertShipped,
  assertSold,
  payingSession,
} from '../../domain/checkout/assert-completable.ts'
import { claimed, errorOf, isUnderWay } from '../../domain/checkout/checkout.ts'
import type { CheckoutFacts } from '../../domain/checkout/checkout-record.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'passOn'> & { params: { id: string } }
type FactsRequest = BodyOf<typeof findCheckoutFacts>

interface Known {
  asked: FactsRequest
  facts: CheckoutFacts
}

const MAX_CLAIMS = 3

/**
 * Begins the checkout of a cart, unless it is completed already, or another checkout is under way. A repeat of a request whose
 * checkout was canceled begins no new one, unless a failure on our side canceled it.
 * @throws not_found for unknown carts; invalid_data for those that cannot become an order
 */
export async function claimCheckout(request: Request, runner: string, deps: Pick<Deps, 'carts' | 'bus'>): Promise<CartRecord> {
  const { command } = request
  for (let claims = 1, { op } = command; ; claims++) {
    const { state, repeated } = await claim({ ...request, command: { ...command, op } }, runner, deps)
    const { refused_checkout } = state
    const isOver = repeated && state.completed_at === null && !isUnderWay(state)
    if (!isOver || !refused_checkout || claims === MAX_CLAIMS || !isFailure(refused_checkout)) return state
    command.fate.is = 'open' // all that it did was undone: a refusal now is not one after success
    op = derivedOpId(op.at, 'again', op.text, String(refused_checkout.epoch))
  }
}

/** Whether the refusal was a failure on our side. */
function isFailure({ refusal }: NonNullable<CartRecord['refused_checkout']>): boolean {
  const error = errorOf(refusal)
  return 'status' in error && error.status >= 500
}

const claim = ({ params, actor, command, passOn }: Request, runner: string, { carts, bus }: Pick<Deps, 'carts' | 'bus'>) =>
  executeWithLookups(carts.aggregates, params.id, {
    ...command,
    visible: sees(storefrontOf(actor)),
    missing: () => notFound(`Cart with id '${params.id}' not found`),
    known: undefined as Known | undefined,

    decide(cart: CartRecord, context, known) {
      if (cart.completed_at !== null || isUnderWay(cart)) return { state: cart }
      assertCompletable(cart)
      const asked = factsRequestOf(cart)
      if (!known || !isDeepStrictEqual(asked, known.asked)) return new LookupNeeded(asked)
      payingSession(cart, known.facts)
      assertSold(cart, known.facts)
      assertOpenSellers(known.facts)
      assertShipped(cart, known.facts)
      return { state: claimed(cart, runner, known.facts, context) }
    },
    async lookup(asked: FactsRequest) {
      return { asked, facts: await bus.call(findCheckoutFacts, { body: asked }, passOn()) }
    },
  })

const factsRequestOf = ({ sales_channel_id, region_id, items, shipping_methods }: CartRecord): FactsRequest => ({
  sales_channel_id,
  region_id,
  variant_ids: [...new Set(items.flatMap(({ variant_id }) => variant_id ?? []))],
  shipping_option_ids: [...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))],
  only_sold: true,
  with_sellers: true,
})
