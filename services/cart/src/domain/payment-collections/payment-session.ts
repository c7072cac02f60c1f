import { type Customer, jsonBytes, type PaymentSession } from '@souk/contracts'

/** The facts by which a session is begun at its provider. */
export interface SessionFacts {
  /** The session's: a provider that is asked twice with one id begins one session. */
  id: string
  provider_id: string
  amount: number
  currency_code: string
}

/** A customer's account at a payment provider. */
export interface AccountHolder {
  id: string
  provider_id: string
  /** The provider's own. */
  external_id: string
  email: string | null
  data: Record<string, unknown>
  metadata: null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A session as its provider began it. */
export type BegunSession = Pick<PaymentSession, 'status' | 'data' | 'context'>

/** Bound of the addresses in a session's context as JSON: of more than that the default ones stay. */
const MAX_ADDRESSES = 32 * 1024

/** The customer as providers need to know them: nothing about guests. */
export function sessionContext(customer: Customer | null, account_holder: AccountHolder | null): Record<string, unknown> {
  if (!customer) return {}
  const { id, email, company_name, first_name, last_name, phone, metadata } = customer
  const areFew = jsonBytes(customer.addresses) <= MAX_ADDRESSES
  const addresses = customer.addresses.filter((one) => areFew || one.is_default_billing || one.is_default_shipping)
  const billing_address = customer.addresses.find(({ is_default_billing }) => is_default_billing) ?? customer.addresses[0]
  return {
    customer: {
      ...{ id, email, company_name, first_name, last_name, phone, addresses, metadata },
      account_holders: account_holder ? [account_holder] : [],
      ...(billing_address && { billing_address }),
    },
    ...(account_holder && { account_holder }),
  }
}
