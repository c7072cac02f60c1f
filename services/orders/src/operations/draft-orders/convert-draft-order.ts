import { isDeepStrictEqual } from 'node:util'
import { convertDraftOrder as contract, orderPlaced } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { assertDraft } from '../../domain/draft-orders/assert-draft.ts'
import { type ConvertFacts, convertDraft, onlySeller } from '../../domain/draft-orders/convert-draft.ts'
import { type TaxQuestion, taxQuestion } from '../../domain/draft-orders/draft-taxes.ts'
import { changeStockedOrder } from '../change-stocked-order.ts'

/** The facts about a draft that the looked-up facts depend on. */
interface Basis {
  question: TaxQuestion
  customer_id: string | null
  variant_ids: string[]
}

/** The customer is recorded as the seller's before the order is written: see `buyers`. */
export const convertDraftOrder = implement(contract, async (request, deps: Deps) => {
  const { deadline, passOn } = request

  async function findFacts({ question, customer_id, variant_ids }: Basis): Promise<ConvertFacts> {
    const [rates, owners] = await Promise.all([
      deps.draftFacts.taxes(question, passOn()),
      deps.draftFacts.owners(variant_ids, passOn()),
    ])
    const seller_id = onlySeller(variant_ids, owners)
    if (seller_id && customer_id) await deps.customers.noteBuyer(customer_id, [seller_id], deadline)
    return { rates, seller_id }
  }

  const outcome = await changeStockedOrder<{ basis: Basis; facts: ConvertFacts }, Basis>(request, deps, {
    change(order, context, known) {
      assertDraft(order)
      const variant_ids = [...new Set(order.items.flatMap(({ variant_id }) => variant_id ?? []))]
      const basis = { question: taxQuestion(order), customer_id: order.customer_id, variant_ids }
      if (!isDeepStrictEqual(known?.basis, basis)) return new LookupNeeded(basis)
      return convertDraft(order, known!.facts, context)
    },
    lookup: async (basis) => ({ basis, facts: await findFacts(basis) }),
    event: ({ id }) => orderPlaced({ id }),
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
