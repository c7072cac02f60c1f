import { notAllowed } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aPayableCart, aQuotedLine, LATER } from '../../../test/builders.ts'
import { aCampaign, aCountedCampaign, aPromotion, aUseCount } from '../../../test/promotion-builders.ts'
import type { CartRecord } from '../carts/cart.ts'
import { countIdOf } from './order-use.ts'
import { buyerValues, orderUses } from './order-uses.ts'
import { onlyCodes } from './promo-codes.ts'
import { promotedCart } from './promoted-cart.ts'
import type { CampaignRecord, PromotionRecord } from './promotion.ts'
import { counted, type UseCount } from './use-count.ts'
import { limitsOf } from './use-limits.ts'

const ANN = { id: 'cus_ann' } as CartRecord['customer']
const plain = aPayableCart({ lines: [aQuotedLine({ unit_price: 20 })] })

/** A cart off which the first promotion takes 0.1 and 0.2, the second one 1, the third one 2, and so on. */
function cartWith(promotions: readonly PromotionRecord[], buyer: Partial<CartRecord> = {}): CartRecord {
  const [line] = plain.items
  const adjustment = (promotion_id: string | null, amount: number) => ({ promotion_id, amount }) as never
  const adjustments = promotions.map(({ id }, n) => adjustment(id, n === 0 ? 0.1 : n))
  const items = [
    { ...line!, adjustments },
    { ...line!, adjustments: [adjustment(null, 9)] },
  ]
  const shipping_methods = promotions
    .slice(0, 1)
    .map(({ id }) => ({ ...plain.shipping_methods[0]!, adjustments: [adjustment(id, 0.2)] }))
  return { ...plain, customer: ANN, email: 'ann@example.com', items, shipping_methods, ...buyer }
}
const within = (promotion: PromotionRecord, campaign: CampaignRecord | null = null) => ({
  ...{ ...promotion, campaign_id: campaign?.id ?? null },
  campaign,
})
const usesOf = (promotions: ReturnType<typeof within>[], buyer?: Partial<CartRecord>) =>
  orderUses(cartWith(promotions, buyer), promotions, LATER)
const ofCampaign = ({ id }: CampaignRecord, amount = '1', attribute_value: string | null = null) => {
  return { promotion_id: null, campaign_id: id, attribute_value, amount }
}

describe('an order counts toward', () => {
  it('the limit of a promotion, if it has one', () => {
    const limited = within(aPromotion({ limit: 3 }))
    expect(usesOf([limited, within(aPromotion())])).toEqual([
      { promotion_id: limited.id, campaign_id: null, attribute_value: null, amount: '1' },
    ])
  })

  it('a spend budget, by everything that the promotions of the campaign take off', () => {
    const campaign = aCampaign({ type: 'spend', currency_code: 'eur' })
    expect(usesOf([within(aPromotion(), campaign), within(aPromotion(), campaign), within(aPromotion())])).toEqual([
      ofCampaign(campaign, '1.3'),
    ])
  })

  it('a usage budget once, however many promotions of the campaign apply', () => {
    const campaign = aCampaign({ type: 'usage' })
    expect(usesOf([within(aPromotion(), campaign), within(aPromotion(), campaign)])).toEqual([ofCampaign(campaign)])
  })

  it.each([
    ['customer_id', {}, 'cus_ann'],
    ['customer_email', {}, 'ann@example.com'],
    ['customer_id', { customer: null }, null],
    ['customer_email', { email: 'Ann@Example.com' }, 'ann@example.com'],
    ['customer_email', { email: null }, null],
    ['region_id', {}, null],
  ] as const)('a budget by %s with %j, for the value only if the order has it', (attribute, buyer, value) => {
    const campaign = aCampaign({ type: 'use_by_attribute', attribute })
    const uses = usesOf([within(aPromotion(), campaign)], buyer)
    expect(uses).toEqual([ofCampaign(campaign), ...(value ? [ofCampaign(campaign, '1', value)] : [])])
  })

  it('no inactive promotion, ended campaign, campaign without a budget or spend_by_attribute budget', () => {
    const ended = aCampaign({ type: 'usage' }, { ends_at: '2020-01-01T00:00:00.000Z' })
    const each = aCampaign({ type: 'spend_by_attribute', attribute: 'customer_id' })
    const all = [within(aPromotion({ status: 'inactive', limit: 1 })), within(aPromotion({ limit: 1 }), ended)]
    expect(usesOf([...all, within(aPromotion(), aCampaign()), within(aPromotion(), each)])).toEqual([])
  })
})

describe('the limit of a use', () => {
  const promotion = aPromotion({ limit: 3 })
  const of = (campaign: CampaignRecord, value: string | null = null) => {
    const use = ofCampaign(campaign, '1', value)
    return limitsOf([use], new Map(), new Map([[campaign.id, campaign]])).get(countIdOf(use))
  }

  it('is that of the promotion or of the budget; a budget by attribute limits each value on its own', () => {
    const use = { promotion_id: promotion.id, campaign_id: null, attribute_value: null, amount: '1' }
    expect([...limitsOf([use], new Map([[promotion.id, promotion]]), new Map())]).toEqual([[promotion.id, 3]])
    expect(of(aCampaign({ type: 'usage', limit: 5 }))).toBe(5)
    expect(of(aCampaign({ type: 'spend', limit: 0 }))).toBe(null)
    expect(of(aCampaign({ type: 'usage' }))).toBe(null)
    const each = aCampaign({ type: 'use_by_attribute', attribute: 'customer_id', limit: 2 })
    expect([of(each), of(each, 'cus_ann')]).toEqual([null, 2])
  })

  it('is missing when the record or its budget is missing', () => {
    const use = { promotion_id: promotion.id, campaign_id: null, attribute_value: null, amount: '1' }
    const gone = limitsOf([use, ofCampaign(aCampaign({ type: 'usage' }))], new Map(), new Map())
    expect([...gone]).toEqual([])
    expect(of(aCampaign())).toBeUndefined()
  })
})

it('a buyer is identified by customer id and lower-case e-mail, if present', () => {
  expect(buyerValues({ customer_id: 'cus_1', email: 'a@example.com' })).toEqual(['cus_1', 'a@example.com'])
  expect(buyerValues({ customer_id: 'cus_1A', email: 'A@example.com' })).toEqual(['cus_1A', 'a@example.com'])
  expect(buyerValues({ customer_id: null, email: null })).toEqual([])
})

describe('a spend budget', () => {
  const limited = (limit: number, used: number) => {
    const campaign = aCountedCampaign({ type: 'spend', currency_code: 'eur', limit, used })
    const method = { type: 'fixed', currency_code: 'eur', value: limit } as const
    return { ...aPromotion({ campaign_id: campaign.id }, method), used: 0, campaign }
  }
  /** A cart with a line of each price, in cents per unit, and what it counts. */
  function useOf(prices: readonly number[], limit: number, used: number) {
    const known = [limited(limit, used)]
    const lines = prices.map((cents, n) => aQuotedLine({ quantity: n + 1, unit_price: cents / 100 }))
    const { cart } = promotedCart(aPayableCart({ lines }), known, onlyCodes(known.map(({ code }) => code)), aContext(LATER))
    const taken = cart.items.flatMap(({ adjustments }) => adjustments)
    return { amount: orderUses(cart, known, LATER)[0]!.amount, taken }
  }
  const countedBy = (count: UseCount, key: string, amount: string, limit: number) =>
    counted(count, { key, at: LATER, amount }, limit, () => notAllowed('Exceeded'))

  it('is enough for thirds of it, whose sum is more by rounding', () => {
    const { amount, taken } = useOf([4000, 2000, 1333.3333333333333], 100, 0)
    expect(taken.map((one) => one.amount)).toEqual([100 / 3, 100 / 3, 100 / 3].map((third) => expect.closeTo(third, 10)))
    const used = aUseCount('procamp_1', 0)
    expect(countedBy(used, 'a', '100.000000000000008', 100).used).toBeCloseTo(100, 10)
    expect(countedBy(used, 'a', amount, 100).used).toBeCloseTo(100, 10)
    expect(() => countedBy(used, 'a', '100.01', 100)).toThrow('Exceeded')
    expect(() => countedBy(used, 'a', '100.0000000001', 100)).toThrow('Exceeded')
  })

  it('is enough at checkout for every cart that takes it', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 })
    const property = fc.property(
      fc.array(prices, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 500_000 }),
      (carts, cents) => {
        const limit = cents / 100
        carts.reduce(
          (count, one, n) => {
            const { amount, taken } = useOf(one, limit, count.used)
            return taken.length === 0 ? count : countedBy(count, String(n), amount, limit)
          },
          aUseCount('procamp_1', 0),
        )
      },
    )
    fc.assert(property)
  })
})
