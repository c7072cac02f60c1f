import type { BodyOf, QuotedPromotions, quotePromotions } from '@souk/contracts'
import { cartTotals } from '@souk/totals'
import type { PromoCodes } from './promo-codes.ts'
import type { CartPromotion } from './promotion.ts'
import { contextOf } from './promotion-context.ts'
import { shown } from './shown.ts'
import { candidatesOf, takenOff, takersOf } from './taken-off.ts'

type Body = BodyOf<typeof quotePromotions>

/**
 * The adjustments that promotions make on an order without a cart.
 * @param known promotions that may apply
 * @param now ISO 8601
 * @throws invalid_data as `takenOff`
 */
export function quotedOrder(
  { promotion_ids: ids = [], codes, is_placed, order, items, shipping_methods }: Body,
  known: readonly CartPromotion[],
  now: string,
): QuotedPromotions {
  const lines = items.map(withProductOfVariant)
  const seen = contextOf(order, (seller_id) =>
    seller_id === null
      ? cartTotals({ items: lines, shipping_methods })
      : cartTotals({
          items: lines.filter((line) => line.seller_id === seller_id),
          shipping_methods: [] as typeof shipping_methods,
        }),
  )
  const own = { ids, named: codes }
  const candidates = candidatesOf(is_placed ? known.filter((one) => isOwn(one, own)) : known, own, now)
  const { amounts } = takenOff(is_placed ? candidates.map(withoutLimits) : candidates, order, seen)
  const takers = takersOf(amounts)
  return {
    promotions: shown([], takers),
    shared_ids: takers.filter(isShared).map(({ id }) => id),
    adjustments: amounts.map(({ line_id, amount, is_tax_inclusive, promotion: { promotion } }) => {
      return { line_id, promotion_id: promotion.id, code: promotion.code, amount, is_tax_inclusive }
    }),
  }
}

const isOwn = ({ id, code }: CartPromotion, { ids, named }: PromoCodes) => ids.includes(id) || named.includes(code)

/** Whether what one line gets of the promotion, another one does not get. */
const isShared = ({ type, application_method: method }: CartPromotion) =>
  type === 'buyget' ||
  method?.allocation === 'once' ||
  (method?.type === 'fixed' && (method.target_type === 'order' || method.allocation === 'across'))

/** As rules see a line of a cart. */
const withProductOfVariant = ({ variant, ...line }: Body['items'][number]) => ({
  ...line,
  variant: variant ? { ...variant, product: line.product } : null,
})

const withoutLimits = (promotion: CartPromotion): CartPromotion => ({ ...promotion, limit: null, campaign: null })
