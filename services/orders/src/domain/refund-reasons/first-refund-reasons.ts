import { type AdminRefundReason, FIRST_REFUND_REASON_IDS } from '@souk/contracts'

const FIRST = [
  {
    code: 'shipping_issue',
    label: 'Shipping Issue',
    description: 'Refund due to lost, delayed, or misdelivered shipment',
  },
  {
    code: 'customer_care_adjustment',
    label: 'Customer Care Adjustment',
    description: 'Refund given as goodwill or compensation for inconvenience',
  },
  {
    code: 'pricing_error',
    label: 'Pricing Error',
    description: 'Refund to correct an overcharge, missing discount, or incorrect price',
  },
] as const

/** The refund reasons that every installation begins with, as at the peers, in the order of their ids. @param at their dates */
export const firstRefundReasons = (at: string): AdminRefundReason[] =>
  FIRST.map(({ code, label, description }) => ({
    id: FIRST_REFUND_REASON_IDS[code],
    label,
    code,
    description,
    metadata: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }))
