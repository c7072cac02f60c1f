import { enabledProviderIds, invalidData, quote, type Region } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { QuoteContext } from '../domain/line-items/quote.ts'
import { type BegunSession, type SessionFacts, sessionContext } from '../domain/payment-collections/payment-session.ts'
import { getCustomer } from './customers.ts'
import { findPaymentProvider } from './payment-providers.ts'

export interface PaymentWanted {
  session: SessionFacts
  /** The cart's region, channel, customer and address. */
  place: QuoteContext
  /** The cart's copy of its region, whose payment providers count once the region is deleted. */
  region: Region | null
}

interface Asking {
  /** From the client, for the provider. */
  data: Record<string, unknown>
  /** The caller; null for guests. */
  customer_id: string | null
}

/**
 * Begins a session at its provider.
 * @throws invalid_data if the cart's region does not have the provider, unauthorized if the customer no longer exists
 */
export async function beginPayment(
  { session, place, region: copy }: PaymentWanted,
  { data, customer_id }: Asking,
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<BegunSession> {
  const [{ region }, customer] = await Promise.all([
    bus.call(quote, { body: { ...place, items: [], shipping_option_ids: [] } }, passOn()),
    customer_id === null ? null : getCustomer(customer_id, bus, passOn),
  ])
  const own = region ?? copy
  const isEnabled = own !== null && enabledProviderIds(own).includes(session.provider_id)
  const provider = isEnabled ? findPaymentProvider(session.provider_id) : undefined
  if (!provider) {
    throw invalidData(`Payment provider ${session.provider_id} is not enabled in the cart's region ${own?.id}.`)
  }
  const context = sessionContext(customer, customer && (await provider.findAccountHolder(customer)))
  const begun = await provider.beginSession({ ...session, data, context })
  return { status: begun.status, data: { ...data, ...begun.data }, context }
}
