import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { AT, aCart, aContext, aPayableCart, aQuote, aQuotedLine, LATER, spendable } from '../../../test/builders.ts'
import { aCountedCampaign, aPromotion } from '../../../test/promotion-builders.ts'
import { putOn, withBalance } from '../gift-cards/cart-gift-cards.ts'
import { planLines } from '../line-items/plan-lines.ts'
import { quoteRequestOf } from '../line-items/quote.ts'
import { exceptStaying } from '../line-items/staying-stock.ts'
import { NO_PROMOTIONS, onlyCodes } from '../promotions/promo-codes.ts'
import type { CartRecord } from './cart.ts'
import { type CartLookups, missingFor, pricedAndSettled } from './planned-cart.ts'

const cart = aCart()
const lines = planLines(cart.items, [{ variant_id: ids.third_variant, quantity: 2 }])
const nothing: CartLookups = {
  ...{ since: LATER, balances: new Map(), firstSeen: [] },
  promotions: { ...NO_PROMOTIONS, sellers: [ids.seller] },
}
const third = aQuotedLine({ variant_id: ids.third_variant, quantity: 2, unit_price: 12 })
const quote = aQuote([aQuotedLine(), third])
const quotedFor = (one: CartRecord, wanted = lines): CartLookups => ({
  ...nothing,
  quoted: { request: quoteRequestOf(one, wanted), quote },
})
const budgeted = (type: 'usage' | 'use_by_attribute') => ({
  ...aPromotion(),
  used: 0,
  campaign: aCountedCampaign({ type, attribute: 'customer_email' }),
})
const card = spendable({ balance: '8' })
const elsewhere = { ...cart, region_id: 'reg_elsewhere' }
const sent = { ...cart, shipping_methods: aPayableCart().shipping_methods }
const asked = exceptStaying(quoteRequestOf(cart, lines), lines)

describe('what is missing for a planned cart', () => {
  it.each([
    ['nothing, when lines stay and there is no card', { cart }, nothing, undefined],
    ['prices, when lines are planned', { cart, lines }, nothing, { quote: asked, cards: [], promotions: undefined }],
    ['nothing, when they are quoted', { cart, lines }, quotedFor(cart), undefined],
    [
      'prices, when they are quoted for another region',
      { cart, lines },
      quotedFor(elsewhere),
      { quote: asked, cards: [], promotions: undefined },
    ],
    [
      'prices, when they are quoted for the cart as it was before the plan',
      { cart: elsewhere, lines },
      quotedFor(cart),
      { quote: exceptStaying(quoteRequestOf(elsewhere, lines), lines), cards: [], promotions: undefined },
    ],
    [
      'prices, when a shipping method came in while they were quoted',
      { cart: sent, lines },
      quotedFor(cart),
      { quote: exceptStaying(quoteRequestOf(sent, lines), lines), cards: [], promotions: undefined },
    ],
    ['nothing, when one has left meanwhile', { cart, lines }, quotedFor(sent), undefined],
    [
      'the balance of a card',
      { cart: putOn(cart, card) },
      nothing,
      { quote: undefined, cards: [card.id], promotions: undefined },
    ],
    [
      'balance and prices at once',
      { cart: putOn(cart, card), lines },
      nothing,
      { quote: asked, cards: [card.id], promotions: undefined },
    ],
    [
      'no balance that another command read and stored after this one began',
      { cart: withBalance(putOn(cart, card), card, LATER) },
      nothing,
      undefined,
    ],
    [
      'a balance that was seen before',
      { cart: withBalance(putOn(cart, card), card, AT) },
      nothing,
      { quote: undefined, cards: [card.id], promotions: undefined },
    ],
    [
      'promotions with its codes',
      { cart, promo_codes: onlyCodes(['TEN']) },
      nothing,
      { quote: undefined, cards: [], promotions: { ids: [], codes: ['TEN'], sellers: [ids.seller], buyer: [] } },
    ],
    [
      'promotions of the sellers whose goods it has, or whose its new lines are',
      { cart: { ...cart, line_sellers: [{ variant_id: 'variant_x', seller_id: 'sel_x' }] }, lines },
      {
        ...nothing,
        quoted: { request: quoteRequestOf(cart, lines), quote: aQuote([aQuotedLine({ seller_id: 'sel_1' }), third]) },
      },
      { quote: undefined, cards: [], promotions: { ids: [], codes: [], sellers: ['sel_x', 'sel_1', ids.seller], buyer: [] } },
    ],
    [
      'what the buyer used of a budget, where that counts by buyer',
      { cart: { ...cart, email: 'new@example.com' } },
      { ...nothing, promotions: { ...nothing.promotions!, found: [budgeted('use_by_attribute')] } },
      { quote: undefined, cards: [], promotions: { ids: [], codes: [], sellers: [ids.seller], buyer: ['new@example.com'] } },
    ],
    [
      'nothing for another buyer, where no budget counts by buyer',
      { cart: { ...cart, email: 'new@example.com' } },
      { ...nothing, promotions: { ...nothing.promotions!, found: [budgeted('usage')] } },
      undefined,
    ],
    [
      'no promotions, when only credit leaves it',
      { cart, keepsPromotions: true as const },
      { ...nothing, promotions: undefined },
      undefined,
    ],
  ])('%s', (_what, planned, lookups, missing) => {
    expect(missingFor(planned, lookups)).toEqual(missing)
  })

  it('is the price of a line whose quantity differs from the quoted one', () => {
    const more = planLines(cart.items, [{ variant_id: ids.third_variant, quantity: 3 }])

    expect(missingFor({ cart, lines: more }, quotedFor(cart))?.quote?.items).toContainEqual({
      variant_id: ids.third_variant,
      quantity: 3,
    })
  })
})

describe('a planned cart with nothing missing', () => {
  it('is priced, and its gift card is applied to the new total', () => {
    const planned = { cart: withBalance(putOn(cart, card), card, LATER), lines }
    const before = structuredClone(planned.cart.card_balances)

    const changed = pricedAndSettled(planned, cart, quotedFor(cart), aContext())

    expect(changed).toMatchObject({ item_total: 44, gift_card_total: 8, total: 36, updated_at: LATER })
    expect(changed.items.map(({ unit_price }) => unit_price)).toEqual([20, 12])
    expect(planned.cart.card_balances).toEqual(before)
  })

  it('keeps its lines when none are planned', () => {
    const changed = pricedAndSettled({ cart: { ...cart, email: 'ann@example.com' } }, cart, nothing, aContext())

    expect(changed).toMatchObject({ email: 'ann@example.com', total: cart.total, updated_at: LATER })
    expect(changed.items).toBe(cart.items)
  })
})
