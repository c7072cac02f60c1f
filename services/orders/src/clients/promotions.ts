import { type BodyOf, type CodedPromotion, findCodedPromotions, type QuotedPromotions, quotePromotions } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Promotions, which belong to `cart`. */
export const createPromotions = (bus: Pick<Bus, 'call'>) => ({
  /** The promotions with these codes, active or not. @throws unavailable */
  async find(codes: readonly string[], envelope: Envelope): Promise<CodedPromotion[]> {
    if (codes.length === 0) return []
    return (await bus.call(findCodedPromotions, { body: { codes: [...codes] } }, envelope)).promotions
  },

  /**
   * The adjustments that promotions make on an order.
   * @throws invalid_data if one needs a customer or an e-mail that the order lacks; unavailable
   */
  async quote(body: BodyOf<typeof quotePromotions>, envelope: Envelope): Promise<QuotedPromotions> {
    const isEmpty = body.items.length === 0 && body.shipping_methods.length === 0
    return isEmpty ? { promotions: [], adjustments: [] } : bus.call(quotePromotions, { body }, envelope)
  },
})

export type Promotions = ReturnType<typeof createPromotions>
