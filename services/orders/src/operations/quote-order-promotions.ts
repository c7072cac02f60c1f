import type { QuotedPromotions } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'
import { ownShare, questionOfSet } from '../domain/promotions/order-set-share.ts'
import type { PromotionQuestion } from '../domain/promotions/promotion-question.ts'

type Stores = Pick<Deps, 'customers' | 'shippingOptions' | 'draftFacts' | 'promotions'>
type Request = Pick<RequestContext, 'deadline' | 'passOn'>

/**
 * The adjustments that promotions make on an order, with the present shipping options, sellers of variants and groups of its
 * customer, whom an administrator vouches for. Of an order of a set: its share of what they take off the set.
 * @throws as `Promotions.quote`
 */
export async function quoteOrderPromotions(
  { order_set, ...question }: PromotionQuestion,
  { orderSets, ...stores }: Stores & Pick<Deps, 'orderSets'>,
  request: Request,
): Promise<QuotedPromotions> {
  const others = order_set ? await orderSets.listOthers(order_set, request.deadline) : []
  if (!order_set || others.length === 0) return quote(question, stores, request)
  const inSet = { ...question, order_set }
  return ownShare(await quote(questionOfSet(inSet, others), stores, request), inSet, others)
}

async function quote(
  { order, items, shipping_methods, ...question }: PromotionQuestion,
  { customers, shippingOptions, draftFacts, promotions }: Stores,
  { deadline, passOn }: Request,
): Promise<QuotedPromotions> {
  const ids = [...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))]
  const unowned = items.flatMap(({ seller_id, variant_id }) => (seller_id === null && variant_id ? variant_id : []))
  const [found, options, owners] = await Promise.all([
    customers.findShown(order.customer_id, { deadline, viewer: 'all' }),
    Promise.all(ids.map((id) => shippingOptions.quote(id, shippingBasisOf(order), passOn()))),
    draftFacts.owners([...new Set(unowned)], passOn()),
  ])
  const customer = found && { ...found, groups: found.groups.map(({ id }) => ({ id })) }
  const byId = new Map(options.flatMap((option) => (option ? [[option.id, option] as const] : [])))
  const sellers = new Map(owners.map(({ id, seller_id }) => [id, seller_id]))
  const lines = items.map((line) => ({ ...line, seller_id: line.seller_id ?? sellers.get(line.variant_id ?? '') ?? null }))
  const methods = shipping_methods.map((method) => {
    const option = byId.get(method.shipping_option_id ?? '')
    if (!option) return { ...method, shipping_option: null }
    const { id, shipping_option_type_id, shipping_profile_id } = option
    return { ...method, shipping_option: { id, shipping_option_type_id, shipping_profile_id } }
  })
  return promotions.quote({ ...question, order: { ...order, customer }, items: lines, shipping_methods: methods }, passOn())
}
