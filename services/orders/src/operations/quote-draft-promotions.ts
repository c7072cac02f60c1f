import type { QuotedPromotions } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { PromotionQuestion } from '../domain/draft-orders/promotion-question.ts'
import { shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'

type Stores = Pick<Deps, 'customers' | 'shippingOptions' | 'promotions'>

/**
 * The adjustments that promotions make on a draft, as its shipping options are now, and its customer is in groups, whom an
 * administrator vouches for.
 * @throws as `Promotions.quote`
 */
export async function quoteDraftPromotions(
  { order, shipping_methods, ...question }: PromotionQuestion,
  { customers, shippingOptions, promotions }: Stores,
  { deadline, passOn }: Pick<RequestOf<never>, 'deadline' | 'passOn'>,
): Promise<QuotedPromotions> {
  const ids = [...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))]
  const [found, options] = await Promise.all([
    customers.find(order.customer_id, { deadline }),
    Promise.all(ids.map((id) => shippingOptions.quote(id, shippingBasisOf(order), passOn()))),
  ])
  const customer = found && { ...found, groups: found.groups.map(({ id }) => ({ id })) }
  const byId = new Map(options.flatMap((option) => (option ? [[option.id, option] as const] : [])))
  const methods = shipping_methods.map((method) => {
    const option = byId.get(method.shipping_option_id ?? '')
    if (!option) return { ...method, shipping_option: null }
    const { id, shipping_option_type_id, shipping_profile_id } = option
    return { ...method, shipping_option: { id, shipping_option_type_id, shipping_profile_id } }
  })
  return promotions.quote({ ...question, order: { ...order, customer }, shipping_methods: methods }, passOn())
}
