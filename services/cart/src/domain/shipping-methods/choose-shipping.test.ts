import type { QuotedShipping } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aCart, aContext, aQuote, vat19 } from '../../../test/builders.ts'
import type { CartRecord } from '../carts/cart.ts'
import { shippingQuoteRequestOf } from '../line-items/quote.ts'
import { chooseShipping, type ShippingChoice } from './choose-shipping.ts'

const anOption = (id: string, overrides: Partial<QuotedShipping> = {}): QuotedShipping => ({
  id,
  name: `Option ${id}`,
  amount: 10,
  is_tax_inclusive: false,
  data: { of: 'the option' },
  provider_id: 'manual_manual',
  seller_id: null,
  shipping_profile_id: ids.shipping_profile,
  shipping_option_type_id: null,
  tax_lines: [],
  ...overrides,
})

const OPTIONS = [
  anOption('so_1', { tax_lines: [vat19] }),
  anOption('so_2', { amount: 4 }),
  anOption('so_free', { amount: 0 }),
  anOption('so_other', { shipping_profile_id: 'sp_other' }),
  anOption('so_no_profile', { shipping_profile_id: null }),
  anOption('so_no_price', { amount: null }),
  anOption('so_no_price_either', { amount: null }),
  ...['a', 'b', 'c'].map((seller) => anOption(`so_${seller}`, { seller_id: `sel_${seller}` })),
  anOption('so_a_other', { seller_id: 'sel_a', shipping_profile_id: 'sp_other' }),
]

/** The cart after choosing each of these, one after another. */
const choose = (cart: CartRecord, ...choices: (string | ShippingChoice | ShippingChoice[])[]) =>
  choices.reduce<CartRecord>((chosen, choice) => {
    const asked = typeof choice === 'string' ? [{ option_id: choice }] : [choice].flat()
    const wanted = asked.map(({ option_id }) => option_id)
    const request = shippingQuoteRequestOf(chosen, wanted)
    const shipping_options = OPTIONS.filter(({ id }) => request.shipping_option_ids.includes(id))
    return chooseShipping(chosen, asked, { request, quote: aQuote([], { shipping_options }) }, aContext())
  }, cart)
const both = (...option_ids: string[]) => option_ids.map((option_id) => ({ option_id }))
const optionsOf = ({ shipping_methods }: CartRecord) => shipping_methods.map(({ shipping_option_id }) => shipping_option_id)

/** A cart with one line of 20 euros; the builders' products have the seeded shipping profile. */
const cart = aCart()
const empty = { ...aCart(), items: [], item_total: 0 }

describe('choosing shipping', () => {
  it('adds a method at the option’s price, with taxes and totals, and leaves the lines unchanged', () => {
    const chosen = choose(cart, { option_id: 'so_1', data: { pickup: 'noon' } })

    expect(chosen.items).toEqual(cart.items)
    expect(chosen.shipping_methods).toMatchObject([
      {
        cart_id: cart.id,
        name: 'Option so_1',
        description: null,
        amount: 10,
        is_tax_inclusive: false,
        is_custom_amount: false,
        shipping_option_id: 'so_1',
        data: { pickup: 'noon' },
        tax_lines: [{ code: 'VAT19', total: 1.9 }],
        total: 11.9,
      },
    ])
    expect(chosen.shipping_methods[0]!.id).toMatch(/^casm_/)
  })

  it.each([
    ['the method of the same profile', ['so_1', 'so_2'], ['so_2']],
    ['the same method', ['so_1', 'so_1'], ['so_1']],
    ['a method without a profile', ['so_no_profile', 'so_1'], ['so_1']],
    ['all methods of the profile', [both('so_1', 'so_2'), 'so_free'], ['so_free']],
  ])('replaces %s', (_what, choices, expected) => {
    expect(optionsOf(choose(cart, ...choices))).toEqual(expected)
  })

  it.each([
    ['keeps two methods of one profile that are chosen at once', [both('so_1', 'so_2')], ['so_1', 'so_2']],
    ['accepts a method whose profile no line needs while it is the only one', ['so_other'], ['so_other']],
    ['drops a method whose profile no line needs when another is chosen', ['so_other', 'so_1'], ['so_1']],
    ['drops a newly chosen method whose profile no line needs when there is another', ['so_1', 'so_other'], ['so_1']],
    ['changes nothing when nothing is chosen', ['so_1', []], ['so_1']],
  ])('%s', (_what, choices, expected) => {
    expect(optionsOf(choose(cart, ...choices))).toEqual(expected)
  })

  it('keeps a single method in an empty cart, but none of several', () => {
    expect(optionsOf(choose(empty, 'so_1'))).toEqual(['so_1'])
    expect(optionsOf(choose(empty, 'so_1', 'so_other'))).toEqual([])
  })

  it.each([
    ['an option that is not offered', both('so_none'), 'Shipping Options are invalid for cart.'],
    [
      'an option that is not offered, among others',
      both('so_1', 'so_none', 'so_no_price'),
      'Shipping Options are invalid for cart.',
    ],
    ['an option without a price', both('so_no_price'), 'Shipping options with IDs so_no_price do not have a price'],
    [
      'several without a price',
      both('so_no_price', 'so_1', 'so_no_price_either', 'so_no_price'),
      'Shipping options with IDs so_no_price, so_no_price_either do not have a price',
    ],
  ])('rejects %s', (_what, choice, message) => {
    expect(() => choose(cart, choice)).toThrow(expect.objectContaining({ kind: 'invalid_data', message }))
  })
})

describe('choosing shipping for sellers’ goods', () => {
  /** A cart with one line for each seller, all of the seeded shipping profile. */
  const ofSellers = (...sellers: (string | null)[]) => {
    const line_sellers = sellers.map((seller_id, n) => ({ variant_id: `variant_${n}`, seller_id }))
    const items = line_sellers.map(({ variant_id }) => ({ ...cart.items[0]!, variant_id }))
    return { ...cart, items, line_sellers }
  }
  const ofBoth = ofSellers('sel_a', 'sel_b')

  it.each([
    ['keeps the method of another seller', ofBoth, ['so_a', 'so_b'], ['so_a', 'so_b']],
    ['replaces the method of the same seller', ofBoth, ['so_a', 'so_b', 'so_a'], ['so_b', 'so_a']],
    ['keeps the method of the marketplace when a seller’s is chosen', ofBoth, ['so_1', 'so_a'], ['so_1', 'so_a']],
    ['replaces the method of the marketplace', ofBoth, ['so_1', 'so_2'], ['so_2']],
    ['replaces all sellers’ methods of a profile by the marketplace’s', ofBoth, ['so_a', 'so_b', 'so_1'], ['so_1']],
    ['drops a method whose profile no line of its seller needs', ofBoth, [both('so_a', 'so_a_other', 'so_b')], ['so_a', 'so_b']],
    ['replaces by profile alone when all lines are of one seller', ofSellers('sel_a', 'sel_a'), ['so_1', 'so_a'], ['so_a']],
    ['replaces by profile alone when all lines are of the marketplace', ofSellers(null), ['so_1', 'so_2'], ['so_2']],
    [
      'accepts the method of any seller while the sellers of the lines are unknown',
      { ...cart, line_sellers: [] },
      ['so_c'],
      ['so_c'],
    ],
    ['accepts the method of any seller while the cart is empty', { ...empty, line_sellers: [] }, ['so_c'], ['so_c']],
  ])('%s', (_what, of, choices, expected) => {
    expect(optionsOf(choose(of, ...choices))).toEqual(expected)
  })

  it.each([
    ['a seller without lines in the cart', ofBoth, 'so_c'],
    ['a seller when all lines are of the marketplace', ofSellers(null), 'so_a'],
  ])('rejects the option of %s', (_what, of, choice) => {
    const message = `Shipping option with id: ${choice} is not available for any of the cart items`
    expect(() => choose(of, choice)).toThrow(expect.objectContaining({ kind: 'invalid_data', message }))
    expect(() => choose(of, both(choice, 'so_none'))).toThrow('Shipping Options are invalid for cart.')
  })

  it('drops the method of the marketplace once each seller of its profile has one, but not for its own goods', () => {
    expect(optionsOf(choose(ofBoth, 'so_1', 'so_a', 'so_b'))).toEqual(['so_a', 'so_b'])
    expect(optionsOf(choose(ofSellers('sel_a', null), 'so_1', 'so_a'))).toEqual(['so_1', 'so_a'])
    expect(optionsOf(choose(ofBoth, both('so_other', 'so_1', 'so_a')))).toEqual(['so_1', 'so_a'])
  })

  /** The options that remain when the cart's line at `index` is removed. */
  const without = (index: number, chosen: CartRecord) =>
    optionsOf(choose({ ...chosen, items: chosen.items.filter((_, n) => n !== index) }, []))

  it('drops the method of a seller whose line is gone', () => {
    expect(without(0, choose(ofBoth, 'so_a', 'so_b'))).toEqual(['so_b'])
    const { items, ...rest } = ofBoth
    const [unsent, sent] = [{ ...items[0]!, requires_shipping: false }, items[1]!]
    expect(without(1, choose({ ...rest, items: [unsent, sent] }, 'so_b'))).toEqual([])
  })

  it('drops the method of the marketplace when its last line is gone, unless nothing else ships the rest', () => {
    const chosen = choose(ofSellers('sel_a', null), 'so_1', 'so_a')
    expect(without(1, chosen)).toEqual(['so_a'])
    expect(without(1, choose(ofSellers('sel_a', null), 'so_1'))).toEqual(['so_1'])
    expect(without(1, choose(ofSellers('sel_a', null, 'sel_b'), 'so_1', 'so_a'))).toEqual(['so_1', 'so_a'])
  })
})
