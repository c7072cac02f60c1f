import { type Customer, jsonBytes, type PaymentSession } from '@souk/contracts'

/** The facts with which a session is begun at its provider. */
export interface SessionFacts {
  /** The session's id: repeated calls with the same id begin one session. */
  id: string
  provider_id: string
  amount: number
  currency_code: string
}

/** A customer's account at a payment provider. */
export interface AccountHolder {
  id: string
  provider_id: string
  /** The provider's own id for it. */
  external_id: string
  email: string | null
  data: Record<string, unknown>
  metadata: null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A session as begun by its provider. */
export type BegunSession = Pick<PaymentSession, 'status' | 'data' | 'context'>

/** Limit of the addresses in a session's context, as JSON: beyond it, only the default ones are included. */
const MAX_ADDRESSES = 32 * 1024

/**
 * The customer's facts for payment providers; empty for guests. The account at the provider is named beside them, and not within
 * them, as in a customer's first session at the peers.
 */
export function sessionContext(customer: Customer | null, account_holder: AccountHolder | null): Record<string, unknown> {
  if (!customer) return {}
  const { id, email, company_name, first_name, last_name, phone, metadata } = customer
  const areFew = jsonBytes(customer.addresses) <= MAX_ADDRESSES
  const addresses = customer.addresses.filter((one) => areFew || one.is_default_billing || one.is_default_shipping)
  const billing_address = customer.addresses.find(({ is_default_billing }) => is_default_billing) ?? customer.addresses[0]
  return {
    customer: {
      id,
      email,
      company_name,
      first_name,
      last_name,
      phone,
      addresses,
      metadata,
      account_holders: [],
      ...(billing_address && { billing_address }),
    },
    ...(account_holder && { account_holder }),
  }
}
