import { isDeepStrictEqual } from 'node:util'
import { updateDraftOrder as contract, draftOrderUpdated, type SalesChannel } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { draftOrderAnswer } from '../../answers/draft-order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { assertDraft } from '../../domain/draft-orders/assert-draft.ts'
import { isMoved, type TaxQuestion, type TaxRates, taxed, taxQuestion } from '../../domain/draft-orders/draft-taxes.ts'
import { authorIdOf } from '../../domain/orders/author.ts'
import { updateDraft } from '../../domain/orders/update-order.ts'
import { getCustomer } from '../find-buyer.ts'

interface Known {
  /** The records that the request names. */
  named?: { sales_channel?: SalesChannel }
  taxes?: { question: TaxQuestion; rates: TaxRates }
  buyer_id?: string
}
type Need = 'named' | 'buyer' | TaxQuestion

export const updateDraftOrder = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline, passOn } = request
  const { sales_channel_id, customer_id, ...given } = body
  const actor_id = authorIdOf(request.actor)

  async function findNamed() {
    const [channel] = await Promise.all([
      sales_channel_id === undefined ? undefined : deps.draftFacts.salesChannel(sales_channel_id, passOn()),
      customer_id === undefined ? undefined : getCustomer(customer_id, deps, deadline),
    ])
    return channel ? { sales_channel: channel } : {}
  }

  const outcome = await deps.orders.executeWithLookups<Known, Need>(params.id, {
    ...command,
    known: {},

    decide(order, context, { named, taxes, buyer_id }) {
      assertDraft(order)
      if (!named && (sales_channel_id ?? customer_id) !== undefined) return new LookupNeeded('named')
      const isFirst = !order.customer_id && !customer_id && body.email !== undefined
      const change = { ...given, ...named, customer_id: isFirst ? buyer_id : customer_id }
      const updated = updateDraft(order, change, { ...context, actor_id })
      if (updated === order) return { state: order }
      const question = isMoved(order, updated) ? taxQuestion(updated) : undefined
      if (question && !isDeepStrictEqual(taxes?.question, question)) return new LookupNeeded(question)
      if (isFirst && !buyer_id) return new LookupNeeded('buyer')
      const state = question ? taxed(updated, taxes!.rates, context) : updated
      return { state, events: [draftOrderUpdated({ id: order.id })] }
    },
    async lookup(need, known) {
      if (need === 'named') return { ...known, named: await findNamed() }
      if (need !== 'buyer') return { ...known, taxes: { question: need, rates: await deps.draftFacts.taxes(need, passOn()) } }
      return { ...known, buyer_id: await deps.customers.findOrCreateBuyer(body.email!, { created_by: actor_id }, request) }
    },
  })
  return draftOrderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
