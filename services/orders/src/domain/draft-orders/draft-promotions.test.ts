import { type CodedPromotion, JsonText, OperationError, type Promotion, type QuotedPromotions } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, aMethod, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { activeChange } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import { adjustmentsOf, promotionsAfter } from '../promotions/promotion-adjustments.ts'
import { promotionQuestion } from '../promotions/promotion-question.ts'
import { withComputed, withoutComputed } from './computed-promotions.ts'
import { addDraftPromotions, assertCodes, removeDraftPromotions } from './edit-draft-promotions.ts'
import { promotedDraft } from './promoted-draft.ts'

const promotion = (id: string, is_automatic = false): Promotion => {
  return { id, code: id.toUpperCase(), is_automatic, application_method: null }
}
const [TEN, TWENTY, AUTO] = [promotion('ten'), promotion('twenty'), promotion('auto', true)]
const coded = (one: Promotion, is_active = true): CodedPromotion => ({ ...one, is_active })
const takes = ({ id: promotion_id, code }: Promotion, line_id: string, amount: number) => {
  return { line_id, promotion_id, code: code!, amount, is_tax_inclusive: false }
}
const quoted = (promotions: Promotion[], ...adjustments: QuotedPromotions['adjustments']) => ({ promotions, adjustments })
const NOTHING = quoted([])
const refused = (message: string) => new OperationError('invalid_data', message)

describe('the promotion query for a draft', () => {
  it('includes codes except those of automatic promotions, the currency and the customer', () => {
    const order = anOrder({ promotions: [TEN, AUTO], customer_id: 'cus_1', email: 'ann@example.com', metadata: { a: 1 } })

    expect(promotionQuestion(order)).toMatchObject({
      codes: ['TEN'],
      order: {
        id: order.id,
        currency_code: order.currency_code,
        customer_id: 'cus_1',
        email: 'ann@example.com',
        metadata: { a: 1 },
      },
    })
  })

  it('includes each line with its product as sold, without adjustments', () => {
    const product = { ...{ id: 'prod_1', collection_id: 'pcol_1', type_id: 'ptyp_1', title: 'Shirt' }, tags: [{ id: 'ptag_1' }] }
    const items = [
      anItem({
        id: 'ordli_1',
        product_id: 'prod_1',
        product: JsonText.of({ ...product, categories: [{ id: 'pcat_1' }] }) as never,
      }),
      anItem({ id: 'ordli_2', product_id: 'prod_2', product_type_id: 'ptyp_2', product: null }),
      anItem({ id: 'ordli_3', product_id: null, product: null, adjustments: [{ id: 'adj_1', amount: 1 }] }),
    ]

    const { items: asked } = promotionQuestion(anOrder({ items }))

    expect(asked.map((line) => line.product)).toEqual([
      { ...product, categories: [{ id: 'pcat_1' }] },
      { id: 'prod_2', collection_id: null, type_id: 'ptyp_2', categories: [], tags: [] },
      null,
    ])
    expect(asked[2]).not.toHaveProperty('adjustments')
  })

  it('ignores created_at and updated_at', () => {
    const order = anOrder({ shipping_methods: [aMethod()] })
    const later = { ...order, created_at: '2030-01-01T00:00:00.000Z', updated_at: '2030-01-01T00:00:00.000Z' }

    expect(promotionQuestion(later)).toEqual(promotionQuestion(order))
  })
})

describe('the adjustments of a line', () => {
  const line = (...adjustments: object[]) => anItem({ id: 'ordli_1', adjustments: adjustments as never })
  const of = (item: ReturnType<typeof anItem>, answer: QuotedPromotions, known: object[] = []) =>
    adjustmentsOf(item, { order_id: 'order_1', on: 'item_id', quoted: answer, known: known as never, context: aMaking() })
  const TWO = quoted([TEN, TWENTY], takes(TWENTY, 'ordli_1', 8), takes(TEN, 'ordli_1', 3), takes(TEN, 'ordli_2', 1))

  it('keep the order of the quote and include only those of that line', () => {
    expect(of(line(), TWO)).toMatchObject([
      { promotion_id: 'twenty', code: 'TWENTY', amount: 8, item_id: 'ordli_1', order_id: 'order_1', is_tax_inclusive: false },
      { promotion_id: 'ten', amount: 3 },
    ])
    expect(of(line(), NOTHING)).toEqual([])
  })

  it('reuse existing adjustments, first from the line, then from the edit', () => {
    const own = { ...of(line(), quoted([TEN], takes(TEN, 'ordli_1', 3)))[0]!, id: 'adj_own' }
    const known = { ...own, amount: 5 }
    const asked = (amount: number) =>
      of(line(own), quoted([TEN], takes(TEN, 'ordli_1', amount)), [known, { ...known, item_id: 'x' }])

    expect(asked(3)[0]).toMatchObject({ id: 'adj_own', amount: 3, updated_at: own.updated_at })
    expect(asked(5)[0]).toBe(known)
    expect(asked(7)[0]).toEqual({ ...known, amount: 7, updated_at: aMaking().now })
  })
})

it.each([
  ['one is added', [TEN], [TEN, AUTO], { added: [AUTO], removed: [] }],
  ['one is removed', [TEN, AUTO], [TEN], { added: [], removed: [AUTO] }],
  ['a promotion by code without a discount is kept', [TEN], [], { added: [], removed: [] }],
  ['all are kept', [TEN, AUTO], [AUTO, TEN], { added: [], removed: [] }],
])('updates automatic promotions only: %s', (_what, present, taking, expected) => {
  expect(promotionsAfter(present, quoted(taking))).toEqual(expected)
})

it('a new draft keeps its codes and gets the adjustments and totals of its promotions', () => {
  const item = anItem({ id: 'ordli_1', quantity: 2, unit_price: 20 })
  const draft = anOrderRecord({
    promotions: [TEN, promotion('idle', true)],
    items: [item],
    shipping_methods: [aMethod({ id: 'ordsm_1' })],
  })
  const answer = quoted([TWENTY, AUTO], takes(TWENTY, 'ordli_1', 8), takes(AUTO, 'ordsm_1', 1))

  const after = promotedDraft(draft, answer, aMaking())

  expect(after.promotions.map(({ id }) => id)).toEqual(['ten', 'twenty', 'auto'])
  expect(after.items[0]!.adjustments).toMatchObject([{ promotion_id: 'twenty', amount: 8, item_id: 'ordli_1' }])
  expect(after.shipping_methods[0]!.adjustments).toMatchObject([{ amount: 1, shipping_method_id: 'ordsm_1' }])
  expect(after.total).toBeLessThan(draft.total)
})

describe('the actions of a draft edit', () => {
  const edited = (actions: ActionInput[] = [], overrides: Partial<Order> = {}) =>
    deepFreeze(
      anOrderRecord({ is_draft_order: true, changes: [aChange(actions)], items: [anItem({ id: 'ordli_1' })], ...overrides }),
    )
  const actionsOf = (order: Order) => activeChange(order)!.actions.map(({ action, details }) => [action, details])
  const ten = quoted([TEN], takes(TEN, 'ordli_1', 3))

  it('are followed by computed promotion adjustments, which can be removed again', () => {
    const draft = edited([{ action: 'PROMOTION_ADD', reference_id: 'ten', details: {}, created: { promotion: TEN } }])

    const after = withComputed(draft, draft, ten, aMaking())

    expect(actionsOf(after)).toMatchObject([
      ['PROMOTION_ADD', {}],
      ['ITEM_ADJUSTMENTS_REPLACE', { reference_id: 'ordli_1', adjustments: [{ promotion_id: 'ten', amount: 3 }] }],
    ])
    expect(withoutComputed(after)).toEqual(draft)
    expect(withoutComputed(draft)).toBe(draft)
  })

  it('stay the same object when nothing differs', () => {
    const draft = edited([{ action: 'PROMOTION_ADD', reference_id: 'ten', details: {}, created: { promotion: TEN } }])
    const once = deepFreeze(withComputed(draft, draft, ten, aMaking()))

    expect(withComputed(withoutComputed(once), once, ten, aMaking())).toBe(once)
    expect(withComputed(withoutComputed(once), once, NOTHING, aMaking())).not.toBe(once)
    expect(withComputed(edited(), once, ten, aMaking())).not.toBe(once)
  })

  it('add and remove automatic promotions', () => {
    const draft = edited([], { promotions: [AUTO] })
    const other = promotion('other', true)

    const after = withComputed(draft, draft, quoted([other], takes(other, 'ordli_1', 3)), aMaking())

    expect(actionsOf(after).slice(0, 2)).toEqual([
      ['PROMOTION_REMOVE', { removed_code: 'AUTO', is_automatic: true }],
      ['PROMOTION_ADD', { added_code: 'OTHER', is_automatic: true }],
    ])
    expect(withoutComputed(after)).toEqual(draft)
  })

  it('clear the adjustments of promotions that no longer apply', () => {
    const adjustments = [{ id: 'adj_1', promotion_id: 'ten', amount: 3 }]
    const draft = edited([], { promotions: [TEN], items: [anItem({ id: 'ordli_1', adjustments })] })

    expect(actionsOf(withComputed(draft, draft, NOTHING, aMaking()))).toEqual([
      ['ITEM_ADJUSTMENTS_REPLACE', { reference_id: 'ordli_1', adjustments: [] }],
    ])
  })

  it('add or remove each known promotion code once and reject unknown or inactive ones', () => {
    const draft = edited([], { promotions: [TEN] })
    const add = (codes: string[], found: CodedPromotion[]) => addDraftPromotions(draft, codes, found, aMaking())
    const remove = (codes: string[], found: Promotion[] = []) => removeDraftPromotions(draft, codes, found, aMaking())

    expect(add(['TEN'], [coded(TEN)])).toBe(draft)
    expect(actionsOf(add(['TWENTY', 'TWENTY'], [coded(TWENTY)]))).toEqual([['PROMOTION_ADD', { added_code: 'TWENTY' }]])
    expect(() => add(['NO', 'TEN'], [coded(TEN)])).toThrow(refused('Promotion code "NO" not found'))
    expect(() => add(['NO', 'NIX'], [])).toThrow(refused('Promotion codes "NO", "NIX" not found'))
    expect(() => add(['TEN', 'TEN'], [coded(TEN, false)])).toThrow(refused('Promotion code "TEN" is not active'))
    expect(actionsOf(remove(['TEN']))).toEqual([['PROMOTION_REMOVE', { removed_code: 'TEN' }]])
    expect(actionsOf(remove(['TENNER'], [{ ...TEN, code: 'TENNER' }]))).toEqual([['PROMOTION_REMOVE', { removed_code: 'TEN' }]])
    expect(remove(['TWENTY'], [TWENTY])).toBe(draft)
    expect(() => remove(['TWENTY'])).toThrow(refused('Promotion code "TWENTY" not found'))
  })

  it('require an active edit', () => {
    const none = anOrder()
    expect(() => addDraftPromotions(none, [], [], aMaking())).toThrow(refused('An active Order Change is required to proceed'))
    expect(() => removeDraftPromotions(none, [], [], aMaking())).toThrow('An active Order Change is required to proceed')
  })
})

it('a new draft is rejected for unknown promotion codes, but not for inactive ones', () => {
  expect(() => assertCodes(['TEN'], [coded(TEN, false)])).not.toThrow()
  expect(() => assertCodes(['TEN', 'NO'], [coded(TEN)])).toThrow(refused('The promotion code NO is invalid'))
})
