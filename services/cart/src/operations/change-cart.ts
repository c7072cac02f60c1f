import { notFound } from '@souk/contracts'
import { executeWithLookups, type RequestContext } from '@souk/runtime'
import { cartAnswer } from '../answers/cart.ts'
import type { Deps } from '../deps.ts'
import type { CartRecord } from '../domain/carts/cart.ts'
import { sees, storefrontOf } from '../domain/carts/storefront.ts'
import { type CartChange, decideCartChange, type Known, type Need } from './decide-cart-change.ts'
import { lookUpForCartChange } from './look-up-for-cart-change.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'passOn' | 'selection'> & { params: { id: string } }

/**
 * Plans a change of a cart, prices its lines again if they change, spreads its gift cards over the new total, and answers the
 * cart.
 */
export const changeCart = async <Own, OwnNeed>(request: Request, deps: Deps, change: CartChange<Own, OwnNeed>) =>
  cartAnswer(await changedCart(request, deps, change), request)

/**
 * Like `changeCart`, without the answer. Changes of one cart that need prices or promotions in a second look-up are executed
 * in turn from then on, since concurrent ones would invalidate each other's.
 */
export async function changedCart<Own, OwnNeed>(request: Request, deps: Deps, change: CartChange<Own, OwnNeed>) {
  const { params, actor, command, passOn } = request
  const { missing = cartNotFound, key, group } = change
  let endTurn: (() => void) | undefined

  const execute = () =>
    executeWithLookups(deps.carts.aggregates, params.id, {
      ...command,
      visible: sees(storefrontOf(actor)),
      missing: () => missing(params.id),
      known: { since: new Date().toISOString(), balances: new Map(), own: undefined, lookedUp: 0 } as Known<Own>,
      decide: (cart: CartRecord, context, known) => decideCartChange(change, cart, known, context),
      async lookup(need: Need<OwnNeed>, known) {
        if (known.lookedUp > 0 && (need.quote || need.promotions)) endTurn ??= await deps.queue.turnOf(params.id, command.onWait)
        return lookUpForCartChange(change, need, known, { deps, passOn, deadline: command.deadline })
      },
    }).finally(() => endTurn?.())

  if (group) return deps.groups.run(JSON.stringify([params.id, group]), execute, command.onWait)
  return key ? deps.queue.run(JSON.stringify([params.id, ...key]), execute, command.onWait) : execute()
}

const cartNotFound = (id: string) => notFound(`Cart id not found: ${id}`)
