import { describe, expect, it } from 'vitest'
import { assertBought, type ReviewRecord, takenDown, writtenAnew } from './review.ts'

const goods = { seller_id: 'sel_1', product_ids: ['prod_1'] }
const FIELDS = {
  reference: 'product' as const,
  ...{ reference_id: 'prod_1', order_id: 'order_1', customer_id: 'cus_1', seller_id: 'sel_1' },
  ...{ rating: 5, customer_note: null, seller_note: null },
}
const NOW = '2026-03-03T00:00:00.000Z'

describe('assertBought', () => {
  it.each([
    ['a product of the order', goods, 'product', 'prod_1', undefined],
    ['the seller of the order', goods, 'seller', 'sel_1', undefined],
    ['another product', goods, 'product', 'prod_2', 'The order has no product with id: prod_2'],
    ['another seller', goods, 'seller', 'sel_2', 'The order has no seller with id: sel_2'],
    ['a product as a seller', goods, 'seller', 'prod_1', 'The order has no seller with id: prod_1'],
    ['the marketplace', { ...goods, seller_id: null }, 'seller', 'sel_1', 'The order has no seller with id: sel_1'],
    ['an order of somebody else', null, 'product', 'prod_1', 'Order not found!'],
  ] as const)('%s', (_name, bought, reference, reference_id, refusal) => {
    const assert = () => assertBought(bought, { reference, reference_id })
    if (refusal === undefined) expect(assert).not.toThrow()
    else expect(assert).toThrow(refusal)
  })
})

describe('writtenAnew', () => {
  const review: ReviewRecord = { id: 'rev_1', ...FIELDS, seller_note: 'Thanks', created_at: '', updated_at: '', deleted_at: NOW }

  it('restores a deleted review, dated now, without the answer to the former one', () => {
    const rewritten = writtenAnew({ ...FIELDS, rating: 1 })(review, { now: NOW })
    expect(rewritten).toEqual({ ...review, rating: 1, seller_note: null, created_at: NOW, deleted_at: null })
  })

  it('rejects a review that is not deleted', () => {
    expect(() => writtenAnew(FIELDS)({ ...review, deleted_at: null }, { now: NOW })).toThrow('Review already exists')
  })

  it('rejects a review that an administrator deleted', () => {
    expect(() => writtenAnew(FIELDS)(takenDown(review), { now: NOW })).toThrow('Review already exists')
  })
})
