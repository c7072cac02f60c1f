import { administratorIdOf, createDraftOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { draftOrderAnswer } from '../../answers/draft-order.ts'
import type { Deps } from '../../deps.ts'
import { taxed, taxQuestion } from '../../domain/draft-orders/draft-taxes.ts'
import { assertCodes } from '../../domain/draft-orders/edit-draft-promotions.ts'
import { assertDescribed } from '../../domain/draft-orders/new-draft-item.ts'
import { newDraftOrder } from '../../domain/draft-orders/new-draft-order.ts'
import { promotedDraft } from '../../domain/draft-orders/promoted-draft.ts'
import { assertEmail } from '../../domain/orders/update-order.ts'
import { promotionQuestion } from '../../domain/promotions/promotion-question.ts'
import { findBuyer } from '../find-buyer.ts'
import { quoteOrderPromotions } from '../quote-order-promotions.ts'

/** A repeat of the request finds its draft, and answers it in its present state. */
export const createDraftOrder = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline, passOn } = request
  const newId = request.newIds()
  const id = newId('order')
  const { email, items = [], promo_codes = [], region_id, currency_code = null } = body
  if (email) assertEmail(email)
  assertDescribed(items)

  async function make() {
    const buyer = await findBuyer(body, deps, deadline)
    const { country_code = null, province = null } = body.shipping_address ?? {}
    const sales_channel = await deps.draftFacts.salesChannel(body.sales_channel_id, passOn())
    const place = { region_id, sales_channel_id: sales_channel?.id ?? null, tax_address: { country_code, province } }
    const variants = items.flatMap(({ variant_id, ...item }) => (variant_id ? { ...item, variant_id } : []))
    const groups = buyer && { id: buyer.id, group_ids: buyer.group_ids }
    const [quoted, promotions] = await Promise.all([
      deps.variants.quoteWithRegion(variants, { ...place, currency_code }, groups, passOn()),
      deps.promotions.find(promo_codes, passOn()),
    ])
    assertCodes(promo_codes, promotions)
    const created_by = administratorIdOf(actor)
    // Last, so that a refused request leaves no guest behind.
    const guest = async (address: string) => ({
      id: await deps.customers.findOrCreateGuest(address, { created_by }, request),
      email: address,
    })
    const customer = buyer ?? (email ? await guest(email) : null)
    const context = { newId, now: new Date().toISOString() }
    const facts = { region: quoted.region, sales_channel, customer, quoted: quoted.items, promotions }
    const draft = newDraftOrder(id, body, facts, context)
    const due = taxed(draft, await deps.draftFacts.taxes(taxQuestion(draft), passOn()), context)
    return promotedDraft(due, await quoteOrderPromotions(promotionQuestion(due), deps, request), context)
  }

  await deps.orders.draft(id, make, deadline)
  command.fate.is = 'applied'
  return draftOrderAnswer(await deps.orders.get(id, deadline), request, deps)
})
