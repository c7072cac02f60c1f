import type { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { anItem, anOrder } from '../../../test/builders.ts'
import { assertDraft } from './assert-draft.ts'
import { convertDraft, onlySeller } from './convert-draft.ts'
import { isMoved, taxed, taxQuestion } from './draft-taxes.ts'
import { assertDescribed, customItem } from './new-draft-item.ts'

const NOW = '2026-05-01T00:00:00.000Z'
function context() {
  let n = 0
  return { newId: (prefix: string) => `${prefix}_new${++n}`, now: NOW }
}
const refused = (message: string) => expect.objectContaining<Partial<OperationError>>({ kind: 'invalid_data', message })
const RATE = { rate: 19, code: 'VAT', description: 'VAT', tax_rate_id: 'txr_1', provider_id: 'system' }
const sent = (country_code: string | null, province: string | null = null) =>
  anOrder({ shipping_address: { country_code, province } as never })

describe('the seller of a draft', () => {
  it.each([
    ['nobody', [], null],
    ['one seller', ['sel_1', 'sel_1'], 'sel_1'],
    ['the marketplace', [null], null],
    ['the marketplace and a seller', [null, 'sel_1'], null],
    ['two sellers', ['sel_1', 'sel_2'], null],
    ['a seller, and one that is no longer known', ['sel_1', undefined], null],
    ['one that is no longer known', [undefined], null],
  ])('for items sold by %s', (_what, sellers, seller) => {
    const owners = sellers.flatMap((seller_id, n) => (seller_id === undefined ? [] : { id: `variant_${n}`, seller_id }))
    expect(
      onlySeller(
        sellers.map((_, n) => `variant_${n}`),
        owners,
      ),
    ).toBe(seller)
  })
})

describe('the taxes of a draft', () => {
  it('are requested for its region, line items and shipping methods', () => {
    const order = anOrder({ items: [anItem({ id: 'ordli_1', product_id: 'prod_1', product_type_id: 'ptyp_1' })] })

    const { region_id, lines } = taxQuestion(order)

    expect(region_id).toBe(order.region_id)
    expect(lines).toEqual([
      { id: 'ordli_1', product_id: 'prod_1', product_type_id: 'ptyp_1', shipping_option_id: null, is_giftcard: false },
      ...order.shipping_methods.map(({ id, shipping_option_id }) => ({
        id,
        product_id: null,
        product_type_id: null,
        shipping_option_id,
        is_giftcard: false,
      })),
    ])
  })

  it('replace only those that differ', () => {
    const order = anOrder({ items: [anItem({ id: 'ordli_1', tax_lines: [] })] })
    const rates = taxQuestion(order).lines.map(({ id }) => ({ id, tax_lines: [RATE] }))

    const once = taxed(order, rates, context())
    const twice = taxed(once, rates, context())

    expect(once.items[0]!.tax_lines).toMatchObject([{ id: 'ordlitxl_new1', item_id: 'ordli_1', rate: 19 }])
    expect(twice.items).toEqual(once.items)
    expect(taxed(once, [], context())).toMatchObject({ tax_total: 0 })
  })

  it.each([
    ['the same address', sent('de'), sent('de'), false],
    ['another country', sent('de'), sent('fr'), true],
    ['another province', sent('de'), sent('de', 'de-be'), true],
    ['an address where there was none', sent(null), sent('de'), true],
  ])('are recalculated only for a new destination: %s', (_what, before, after, moved) => {
    expect(isMoved(before, after)).toBe(moved)
  })
})

describe('an item of a draft', () => {
  it.each([
    ['Items must have either a variant_id or a title', [{ quantity: 1, unit_price: 1 }]],
    [
      'Items a, b do not have a price',
      [
        { title: 'a', quantity: 1 },
        { title: 'b', quantity: 1, unit_price: null },
      ],
    ],
  ])('is rejected: %s', (message, items) => {
    expect(() => assertDescribed(items)).toThrow(refused(message))
  })

  it('may have a price of 0, and needs only a variant_id', () => {
    expect(() =>
      assertDescribed([
        { title: 'a', quantity: 1, unit_price: 0 },
        { variant_id: 'v', quantity: 1 },
      ]),
    ).not.toThrow()
  })

  it('without a variant has no product and requires no shipping', () => {
    const item = customItem({ id: 'order_1' }, { title: 'a', quantity: 2, unit_price: 3 }, context())

    expect(item).toMatchObject({ variant_id: null, product: null, requires_shipping: false, is_custom_price: true, quantity: 2 })
    expect(item.detail).toMatchObject({ item_id: item.id, order_id: 'order_1', quantity: 2, version: 1 })
  })
})

describe('converting a draft', () => {
  it('makes it pending and assigns its seller', () => {
    const draft = taxed(anOrder({ is_draft_order: true, status: 'draft', seller_id: null }), [], context())

    expect(convertDraft(draft, { rates: [], seller_id: 'sel_1' }, context())).toMatchObject({
      status: 'pending',
      is_draft_order: false,
      seller_id: 'sel_1',
      version: draft.version,
      updated_at: NOW,
      sold_at: NOW,
    })
  })

  it('rejects orders that are no drafts or are canceled', () => {
    expect(() => assertDraft(anOrder())).toThrow(refused('Order order_1 is not a draft order'))
    const canceled = taxed(anOrder({ is_draft_order: true, status: 'canceled', canceled_at: NOW }), [], context())
    expect(() => convertDraft(canceled, { rates: [], seller_id: null }, context())).toThrow(
      refused('Order with id order_1 has been canceled.'),
    )
  })
})
