import { type Customer, SYSTEM_PROVIDER } from '@souk/contracts'
import type { AccountHolder, BegunSession, SessionFacts } from '../domain/payment-collections/payment-session.ts'

/** A payment provider, as far as carts need it. Calls may be repeated. */
export interface PaymentProvider {
  /** The customer's account at the provider, always the same one; null if it has none. */
  findAccountHolder(customer: Customer): Promise<AccountHolder | null>
  /** @param data from the client @returns the session's status, and further data for the session */
  beginSession(
    session: SessionFacts & { data: Record<string, unknown>; context: Record<string, unknown> },
  ): Promise<Pick<BegunSession, 'status' | 'data'>>
}

/** Its account for a customer is the customer. */
const system: PaymentProvider = {
  async findAccountHolder({ id, email, created_at, updated_at }) {
    const holder = { id: `acchld${id.slice(id.indexOf('_'))}`, provider_id: SYSTEM_PROVIDER, external_id: id, email }
    return { ...holder, data: {}, metadata: null, created_at, updated_at, deleted_at: null }
  },
  async beginSession() {
    return { status: 'pending', data: {} }
  },
}

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map([[SYSTEM_PROVIDER, system]])

export const findPaymentProvider = (id: string): PaymentProvider | undefined => PROVIDERS.get(id)
