import { type BodyOf, type CodedPromotion, findCodedPromotions, type QuotedPromotions, quotePromotions } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

type Asked = BodyOf<typeof quotePromotions>

/** Promotions, which belong to `cart`. */
export const createPromotions = (bus: Pick<Bus, 'call' | 'takes'>) => ({
  /** The promotions with these codes, active or not. @throws unavailable */
  async find(codes: readonly string[], envelope: Envelope): Promise<CodedPromotion[]> {
    if (codes.length === 0) return []
    return (await bus.call(findCodedPromotions, { body: { codes: [...codes] } }, envelope)).promotions
  },

  /**
   * The adjustments that promotions make on an order. If whole products and variants are too large for the bus, rules see only
   * their ids.
   * @throws invalid_data if one needs a customer or an e-mail that the order lacks; unavailable
   */
  async quote(asked: Asked, envelope: Envelope): Promise<QuotedPromotions> {
    if (asked.items.length === 0 && asked.shipping_methods.length === 0) return { promotions: [], adjustments: [] }
    const body = bus.takes(asked) ? asked : { ...asked, items: asked.items.map(withIdsOnly) }
    return bus.call(quotePromotions, { body }, envelope)
  },
})

export type Promotions = ReturnType<typeof createPromotions>

/** The line with the ids by which rules usually know its product and variant. */
const withIdsOnly = ({ product, variant, ...line }: Asked['items'][number]) => ({
  ...line,
  product: product && {
    id: product.id,
    collection_id: product.collection_id,
    type_id: product.type_id,
    categories: product.categories.map(idOf),
    tags: product.tags.map(idOf),
  },
  variant: variant && idOf(variant),
})

const idOf = ({ id }: { id: string }) => ({ id })
