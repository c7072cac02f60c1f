import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { AT, aCart, aContext, aPayableCart, aQuotedLine, LATER, vat19 } from '../../../test/builders.ts'
import { aCampaign, aCountedCampaign, aPromotion, aRule } from '../../../test/promotion-builders.ts'
import type { CartRecord } from '../carts/cart.ts'
import { onlyCodes } from './promo-codes.ts'
import { promotedCart } from './promoted-cart.ts'
import type { CartPromotion } from './promotion.ts'
import { promotionContext } from './promotion-context.ts'
import { candidatesOf, takenOff, takersOf } from './taken-off.ts'

type Campaigned = Parameters<typeof aPromotion>[0] & Partial<Pick<CartPromotion, 'campaign' | 'used'>>
const promotion = (
  { campaign = null, used = 0, ...fields }: Campaigned = {},
  method: Parameters<typeof aPromotion>[1] = {},
): CartPromotion => ({ ...aPromotion({ campaign_id: campaign?.id ?? null, ...fields }, method), used, campaign })
const lines = [
  aQuotedLine({ quantity: 2, unit_price: 20, tax_lines: [vat19] }),
  aQuotedLine({ variant_id: ids.second_variant, quantity: 1, unit_price: 60 }),
]
/** Lines of 40 and 60 eur before tax, and shipping of 10 eur. */
const cart = aPayableCart({ lines })
const promote = (known: CartPromotion[], of: CartRecord = cart, now = LATER, codes = known.map(({ code }) => code)) =>
  promotedCart(of, known, onlyCodes(codes), aContext(now))
const amounts = ({ items, shipping_methods }: CartRecord) =>
  [...items, ...shipping_methods].map(({ adjustments }) => adjustments.map(({ amount }) => amount))
const taken = (known: CartPromotion[], of?: CartRecord) => amounts(promote(known, of).cart)
const fixed = { type: 'fixed', currency_code: 'eur' } as const
const NOTHING = [[], [], []]
const dollars = aCountedCampaign({ type: 'spend', currency_code: 'usd', limit: 100 })

describe('discounts', () => {
  it.each<[string, CartPromotion, number[][]]>([
    ['a percentage of lines', promotion(), [[4], [6], []]],
    ['a fixed amount across lines', promotion({}, { ...fixed, value: 10 }), [[4], [6], []]],
    ['a fixed amount of each unit', promotion({}, { ...fixed, allocation: 'each', max_quantity: 2, value: 5 }), [[10], [5], []]],
    ['the cheapest unit', promotion({}, { ...fixed, allocation: 'once', max_quantity: 1, value: 5 }), [[5], [], []]],
    [
      'the order: across its lines',
      promotion({}, { ...fixed, target_type: 'order', allocation: null, value: 10 }),
      [[4], [6], []],
    ],
    [
      'shipping',
      promotion({}, { target_type: 'shipping_methods', allocation: 'each', value: 100, max_quantity: 1 }),
      [[], [], [10]],
    ],
    [
      'lines that meet rules',
      promotion({}, { target_rules: [aRule('items.variant_id', 'eq', [ids.second_variant])] }),
      [[], [6], []],
    ],
    [
      'shipping that meets rules',
      promotion({}, { target_type: 'shipping_methods', target_rules: [aRule('shipping_methods.name', 'eq', ['Fast'])] }),
      NOTHING,
    ],
    ['nothing without a value', promotion({}, { value: null }), NOTHING],
    ['nothing without a method', { ...promotion(), application_method: null }, NOTHING],
    ['nothing of another currency', promotion({}, { ...fixed, currency_code: 'usd' }), NOTHING],
    ['a currency in capitals', promotion({}, { ...fixed, currency_code: 'EUR', value: 10 }), [[4], [6], []]],
    ['nothing if its budget is in another currency', promotion({ campaign: dollars }), NOTHING],
    [
      'nothing of its own currency if its budget is in another one',
      promotion({ campaign: dollars }, { ...fixed, value: 10 }),
      NOTHING,
    ],
    ['nothing where a rule is not met', promotion({ rules: [aRule('subtotal', 'gt', ['110'])] }), NOTHING],
    [
      'where the rules are met',
      promotion({ rules: [aRule('subtotal', 'gte', ['110']), aRule('items.quantity', 'gte', ['1'])] }),
      [[4], [6], []],
    ],
    [
      'buy two, get one',
      promotion(
        { type: 'buyget' },
        {
          ...{ allocation: 'each', value: 100, buy_rules_min_quantity: 2, apply_to_quantity: 1, max_quantity: 1 },
          buy_rules: [aRule('items.variant_id', 'eq', [ids.variant])],
          target_rules: [aRule('items.variant_id', 'eq', [ids.second_variant])],
        },
      ),
      [[], [60], []],
    ],
    [
      'buy and get without a rule of what is bought',
      promotion({ type: 'buyget' }, { buy_rules_min_quantity: 1, apply_to_quantity: 1, max_quantity: 1 }),
      NOTHING,
    ],
  ])('%s', (_what, one, expected) => {
    expect(taken([one])).toEqual(expected)
  })

  it('apply buy-get promotions first, then the greater value, then the older one, then by id; shown oldest first', () => {
    const of = (id: string, value: number, created_at = AT) => promotion({ id, code: id, created_at }, { ...fixed, value })
    const rule = aRule('items.quantity', 'gte', ['1'])
    const free = (id: string, buys: number, gets: number) =>
      promotion(
        { id, code: id, type: 'buyget' },
        { value: 1, buy_rules: [rule], buy_rules_min_quantity: buys, apply_to_quantity: gets, max_quantity: 2 },
      )
    const known = [
      of('c', 1),
      of('b', 1),
      of('old', 1, '2025-01-01T00:00:00.000Z'),
      of('more', 2),
      free('x', 1, 1),
      free('z', 1, 2),
      free('y', 2, 1),
    ]

    const order = (found: CartPromotion[]) => {
      const candidates = candidatesOf(found, onlyCodes(found.map(({ code }) => code)), LATER)
      return takersOf(takenOff(candidates, cart, promotionContext(cart)).amounts).map(({ code }) => code)
    }

    expect(order(known)).toEqual(['y', 'x', 'more', 'old', 'b', 'c'])
    expect(order(known.toReversed())).toEqual(['y', 'x', 'more', 'old', 'b', 'c'])
    const shown = (found: CartPromotion[]) => promote(found).cart.promotions.map(({ code }) => code)
    expect(shown(known)).toEqual(['old', 'b', 'c', 'more', 'x', 'y'])
    expect(shown(known.toReversed())).toEqual(['old', 'b', 'c', 'more', 'x', 'y'])
  })

  it('skip lines that are not discountable or free; such lines still count as bought', () => {
    const items = [
      { ...cart.items[0]!, is_discountable: false },
      cart.items[1]!,
      { ...cart.items[1]!, id: 'cali_free', unit_price: 0 },
    ]
    const buyGet = promotion(
      { type: 'buyget' },
      {
        value: 50,
        buy_rules: [aRule('items.variant_id', 'eq', [ids.variant])],
        buy_rules_min_quantity: 2,
        apply_to_quantity: 1,
        max_quantity: 9,
      },
    )

    expect(taken([promotion()], { ...cart, items })).toEqual([[], [6], [], []])
    expect(taken([buyGet], { ...cart, items })).toEqual([[], [30], [], []])
  })

  it('follow prices and quantities, not the former totals of the lines', () => {
    const items = [{ ...cart.items[0]!, quantity: 3, subtotal: 1, original_total: 1 }]

    expect(taken([promotion()], { ...cart, items })).toEqual([[6], []])
  })

  it('do not undo themselves when they bring the total below their own rule', () => {
    const half = promotion({ rules: [aRule('total', 'gte', ['100'])] }, { value: 50 })

    const once = promote([half]).cart

    expect(promote([half], once).cart).toBe(once)
  })
})

describe('candidates', () => {
  const active = { starts_at: AT, ends_at: LATER }

  it.each<[string, CartPromotion, boolean]>([
    ['an automatic promotion applies without its code', promotion({ is_automatic: true }), true],
    ['another promotion does not apply without its code', promotion(), false],
    ['a draft does not apply', promotion({ is_automatic: true, status: 'draft' }), false],
    ['an inactive promotion does not apply', promotion({ is_automatic: true, status: 'inactive' }), false],
    [
      'a promotion applies within the dates of its campaign',
      promotion({ is_automatic: true, campaign: aCountedCampaign({}, active) }),
      true,
    ],
    [
      'a promotion does not apply before its campaign starts',
      promotion({ is_automatic: true, campaign: aCountedCampaign({}, { ...active, starts_at: LATER }) }),
      false,
    ],
    [
      'a promotion does not apply after its campaign has ended',
      promotion({ is_automatic: true, campaign: aCountedCampaign({}, { ...active, ends_at: AT }) }),
      false,
    ],
  ])('%s', (_what, one, isTaken) => {
    expect(promote([one], cart, AT, []).cart.promotions).toHaveLength(isTaken ? 1 : 0)
  })
})

describe('limits and budgets', () => {
  const limit = (code: string) => [{ code, reason: 'promotion_limit_exceeded' }]
  const budget = (code: string) => [{ code, reason: 'campaign_budget_exceeded' }]
  const buyer = { ...cart, email: 'ann@example.com', customer_id: 'cus_1' }
  const usage = (attribute_value: string, used: number) => ({ attribute_value, used })
  const byMail = (used: number, limited: number | null = 2) =>
    aCountedCampaign({
      type: 'use_by_attribute',
      attribute: 'customer_email',
      limit: limited,
      used: 9,
      usages: [usage('ann@example.com', used), usage('bob@example.com', 9)],
    })

  it.each<[string, Campaigned, number[][], ((code: string) => object[]) | undefined]>([
    ['a limit that is not reached', { limit: 3, used: 2 }, [[4], [6], []], undefined],
    ['a limit that is reached', { limit: 3, used: 3 }, NOTHING, limit],
    ['a limit that is reached, whatever the rules', { limit: 0, rules: [aRule('id', 'eq', ['x'])] }, NOTHING, limit],
    ['a campaign without budget', { campaign: { ...aCampaign(), budget: null } }, [[4], [6], []], undefined],
    ['a budget of uses', { campaign: aCountedCampaign({ limit: 3, used: 2 }) }, [[4], [6], []], undefined],
    ['a used up budget of uses', { campaign: aCountedCampaign({ limit: 3, used: 3 }) }, NOTHING, budget],
    [
      'a used up budget of a promotion that does not matter',
      { campaign: aCountedCampaign({ limit: 3, used: 3 }), rules: [aRule('id', 'eq', ['x'])] },
      NOTHING,
      undefined,
    ],
    ['a budget without limit', { campaign: aCountedCampaign({ limit: null, used: 3 }) }, [[4], [6], []], undefined],
    [
      'a budget with a limit of 0, which is none',
      { campaign: aCountedCampaign({ type: 'spend', limit: 0, used: 3 }) },
      [[4], [6], []],
      undefined,
    ],
    ['a budget of money', { campaign: aCountedCampaign({ type: 'spend', limit: 20, used: 10 }) }, [[4], [6], []], undefined],
    [
      'a budget of money in capitals',
      { campaign: aCountedCampaign({ type: 'spend', currency_code: 'EUR', limit: 20, used: 10 }) },
      [[4], [6], []],
      undefined,
    ],
    [
      'a budget of money that does for one line',
      { campaign: aCountedCampaign({ type: 'spend', limit: 20, used: 10.01 }) },
      [[4], [], []],
      budget,
    ],
    [
      'a budget of money that is overspent',
      { campaign: aCountedCampaign({ type: 'spend', limit: 20, used: 30 }) },
      NOTHING,
      budget,
    ],
    [
      "a budget of each customer's money, which counts uses",
      { campaign: aCountedCampaign({ type: 'spend_by_attribute', limit: 1, used: 1 }) },
      NOTHING,
      budget,
    ],
    ['a budget of each e-mail', { campaign: byMail(1) }, [[4], [6], []], undefined],
    ['a used up budget of the e-mail', { campaign: byMail(2) }, NOTHING, budget],
    ['a budget of each e-mail without limit', { campaign: byMail(2, null) }, [[4], [6], []], undefined],
  ])('%s', (_what, fields, expected, skipped) => {
    const one = promotion(fields)
    const after = promote([one], buyer)

    expect(amounts(after.cart)).toEqual(expected)
    expect(after.skipped).toEqual(skipped?.(one.code) ?? [])
  })

  it('promotions of one campaign share its spend budget', () => {
    const campaign = aCountedCampaign({ type: 'spend', limit: 12 })
    const known = [promotion({ campaign }), promotion({ campaign, code: 'SECOND' }, { ...fixed, value: 5 })]

    const { cart: after, skipped } = promote(known)

    expect(amounts(after)).toEqual([[4, 2], [6], []])
    expect(skipped).toEqual(budget('SECOND'))
  })

  it.each([
    ['customer_email', { email: null }],
    ['customer_id', { customer_id: null }],
    ['region_id', {}],
  ])('requires the %s that a budget counts by, unless the promotion is automatic', (attribute, missing) => {
    const campaign = aCountedCampaign({ type: 'use_by_attribute', attribute, limit: 2 })
    const refused = () => promote([promotion({ campaign, rules: [aRule('id', 'eq', ['x'])] })], { ...buyer, ...missing })

    expect(refused).toThrow(`Attribute value for "${attribute}" is required by promotion campaing budget`)
    expect(promote([promotion({ campaign, is_automatic: true })], { ...buyer, ...missing }).cart).toMatchObject({
      promotions: [],
    })
  })
})

describe('the promoted cart', () => {
  const ten = promotion({ code: 'TEN' })
  const shipping = promotion(
    { code: 'POST', is_automatic: true },
    { ...fixed, target_type: 'shipping_methods', allocation: 'each', value: 2.5 },
  )
  const once = promote([ten, shipping]).cart

  it('has one adjustment per promotion and line, and lists each promotion once', () => {
    expect(once.items[0]!.adjustments).toEqual([
      {
        ...{ id: expect.stringMatching(/^caliadj_/), item_id: cart.items[0]!.id, cart_id: cart.id, amount: 4 },
        ...{ code: 'TEN', promotion_id: 'promo_TEN', is_tax_inclusive: false, subtotal: 0, total: 0 },
        ...{ description: null, provider_id: null, created_at: LATER, updated_at: LATER },
      },
    ])
    expect(once.shipping_methods[0]!.adjustments).toMatchObject([
      { id: expect.stringMatching(/^casmadj_/), shipping_method_id: cart.shipping_methods[0]!.id, amount: 2.5, code: 'POST' },
    ])
    expect(once.promotions).toEqual([
      {
        id: 'promo_POST',
        code: 'POST',
        is_automatic: true,
        is_tax_inclusive: false,
        application_method: { value: '2.5', type: 'fixed', currency_code: 'eur' },
      },
      {
        id: 'promo_TEN',
        code: 'TEN',
        is_automatic: false,
        is_tax_inclusive: false,
        application_method: { value: '10', type: 'percentage', currency_code: null },
      },
    ])
  })

  it('keeps its own totals and those of its lines, which are computed later', () => {
    expect(once.total).toBe(cart.total)
    expect(once.items[0]!.total).toBe(cart.items[0]!.total)
  })

  it('says whether the amounts include tax', () => {
    const { items } = promote([promotion({ is_tax_inclusive: true }, { value: 50 })]).cart

    expect(items[0]!.adjustments).toMatchObject([{ amount: 23.8, is_tax_inclusive: true }])
  })

  it('is the same object when nothing changes', () => {
    const bare = aCart()

    expect(promote([], bare).cart).toBe(bare)
    expect(promote([ten], bare, LATER, []).cart).toBe(bare)
    expect(promote([promotion({}, { ...fixed, currency_code: 'usd' })], cart).cart).toBe(cart)
    expect(promote([ten, shipping], once, '2026-02-01T00:00:00.000Z').cart).toBe(once)
  })

  it('keeps unchanged adjustments, and the ids of changed ones', () => {
    const NEXT = '2026-02-01T00:00:00.000Z'
    const items = [once.items[0]!, { ...once.items[1]!, quantity: 2 }]

    const after = promote([ten, shipping], { ...once, items }, NEXT).cart

    expect(after.items[0]).toBe(items[0])
    expect(after.items[1]!.adjustments).toEqual([{ ...items[1]!.adjustments[0]!, amount: 12, updated_at: NEXT }])
    expect(after.shipping_methods).toBe(once.shipping_methods)
    expect(after.promotions).toBe(once.promotions)
  })

  it('takes over a new code of its promotion', () => {
    const after = promote([{ ...ten, code: 'ELEVEN' }], once).cart

    expect(after.items[0]!.adjustments).toMatchObject([{ id: once.items[0]!.adjustments[0]!.id, code: 'ELEVEN' }])
    expect(after.promotions.map(({ code }) => code)).toEqual(['ELEVEN'])
  })

  it('drops adjustments of promotions that are gone, and keeps those that no promotion made', () => {
    const own = { ...once.items[0]!.adjustments[0]!, id: 'caliadj_own', code: null, promotion_id: null }
    const nameless = { ...own, id: 'caliadj_nameless', promotion_id: 'promo_gone' }
    const items = [{ ...once.items[0]!, adjustments: [own, nameless] }, once.items[1]!]

    const after = promote([], { ...once, items }).cart

    expect(after.items.map(({ adjustments }) => adjustments)).toEqual([[own], []])
    expect(amounts(after)).toEqual([[4], [], []])
    expect(after.promotions).toEqual([])
    expect(promote([], after).cart).toBe(after)
  })
})

it('the outcome does not depend on the order in which promotions are found', () => {
  const known = [
    promotion({ code: 'A' }, { ...fixed, allocation: 'once', max_quantity: 2, value: 7 }),
    promotion({ code: 'B', is_tax_inclusive: true }, { ...fixed, value: 7 }),
    promotion({ code: 'C' }, { value: 33 }),
    promotion({ code: 'D' }, { target_type: 'shipping_methods', allocation: 'across', value: 33 }),
    promotion(
      { code: 'E', campaign: aCountedCampaign({ type: 'spend', limit: 5 }) },
      { ...fixed, allocation: 'each', max_quantity: 1, value: 3 },
    ),
  ]
  const expected = amounts(promote(known).cart)
  const property = fc.property(fc.shuffledSubarray(known, { minLength: known.length }), (shuffled) => {
    expect(taken(shuffled)).toEqual(expected)
  })

  fc.assert(property)
})
