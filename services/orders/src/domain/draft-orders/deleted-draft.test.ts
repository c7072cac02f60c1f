import { notAllowed } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { withPayments } from '../../../../../tools/seed/order-payments.ts'
import { aMaking, anOrder } from '../../../test/builders.ts'
import { addCreditLine } from '../orders/add-credit-line.ts'
import { refundPayment } from '../orders/refund-payment.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { deletedDraft } from './deleted-draft.ts'

/** A draft that costs this much, for which 60 were paid. */
function paidDraft(total: 40 | 60): OrderRecord {
  const { summary: _, ...order } = anOrder({ is_draft_order: true, status: 'draft', currency_code: 'usd' })
  const { payment_collections, transactions } = withPayments(order, { n: 1, days: 1, state: 'captured' })
  const goodwill = { id: 'ordcl_1', amount: 20, reference: 'goodwill', reference_id: null, metadata: null }
  const credit_lines = total === 40 ? [goodwill as never] : []
  return orderRecord({ ...order, payment_collections, transactions, credit_lines })
}
const refunded = (draft: OrderRecord, amount: number) =>
  refundPayment(draft, draft.payment_collections[0]!.payments[0]!.id, { amount }, aMaking())
const credited = (draft: OrderRecord, amount: number) =>
  addCreditLine(draft, { amount, reference: 'goodwill', reference_id: 'call-1' }, aMaking(), true)

describe('deleting a paid draft', () => {
  it('is rejected until all that was paid went back, whether refunded or as store credit', () => {
    const credit = credited(paidDraft(40), -20)
    const refused = notAllowed('Draft order order_1 was paid. Refund its payments before it is deleted')
    for (const draft of [paidDraft(60), credit, refunded(credit, 39.99)])
      expect(() => deletedDraft(draft, aMaking())).toThrow(refused)
    const deleted = deletedDraft(refunded(credit, 40), aMaking())
    expect(deleted).toMatchObject({ deleted_at: expect.any(String), payment_collections: [{ refunded_amount: 40 }] })
    expect(deleted.outgoing_credit).toMatchObject([{ amount: 20 }])
  })

  it('succeeds if what was not returned is less than a cent', () => {
    const draft = paidDraft(60)
    const rest = { id: 'ordcl_2', amount: -19.9965, reference: 'goodwill', reference_id: null, metadata: null }
    const settled = refunded(draft, 40)
    expect(deletedDraft({ ...settled, credit_lines: [rest as never] }, aMaking()).deleted_at).not.toBeNull()
    const more = { ...rest, amount: -19.99 }
    expect(() => deletedDraft({ ...settled, credit_lines: [more as never] }, aMaking())).toThrow(/was paid/)
  })

  it('succeeds after a refund that exceeds what was paid by a rounding difference', () => {
    expect(deletedDraft(refunded(paidDraft(60), 60.01), aMaking()).deleted_at).not.toBeNull()
  })
})
