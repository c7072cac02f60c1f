import type { QuotedPromotions } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'
import type { PromotionQuestion } from '../domain/promotions/promotion-question.ts'

type Stores = Pick<Deps, 'customers' | 'shippingOptions' | 'draftFacts' | 'promotions'>

/**
 * The adjustments that promotions make on an order, with the present shipping options, sellers of variants and groups of its
 * customer, whom an administrator vouches for.
 * @throws as `Promotions.quote`
 */
export async function quoteOrderPromotions(
  { order, items, shipping_methods, ...question }: PromotionQuestion,
  { customers, shippingOptions, draftFacts, promotions }: Stores,
  { deadline, passOn }: Pick<RequestOf<never>, 'deadline' | 'passOn'>,
): Promise<QuotedPromotions> {
  const ids = [...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))]
  const variants = [...new Set(items.flatMap(({ variant_id }) => variant_id ?? []))]
  const [found, options, owners] = await Promise.all([
    customers.findShown(order.customer_id, { deadline, viewer: 'all' }),
    Promise.all(ids.map((id) => shippingOptions.quote(id, shippingBasisOf(order), passOn()))),
    draftFacts.owners(variants, passOn()),
  ])
  const customer = found && { ...found, groups: found.groups.map(({ id }) => ({ id })) }
  const byId = new Map(options.flatMap((option) => (option ? [[option.id, option] as const] : [])))
  const sellers = new Map(owners.map(({ id, seller_id }) => [id, seller_id]))
  const lines = items.map((line) => ({ ...line, seller_id: sellers.get(line.variant_id ?? '') ?? null }))
  const methods = shipping_methods.map((method) => {
    const option = byId.get(method.shipping_option_id ?? '')
    if (!option) return { ...method, shipping_option: null }
    const { id, shipping_option_type_id, shipping_profile_id } = option
    return { ...method, shipping_option: { id, shipping_option_type_id, shipping_profile_id } }
  })
  return promotions.quote({ ...question, order: { ...order, customer }, items: lines, shipping_methods: methods }, passOn())
}
