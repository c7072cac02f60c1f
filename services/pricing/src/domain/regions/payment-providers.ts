import { notFound, type PaymentProvider, SYSTEM_PROVIDER } from '@souk/contracts'

/** Our single provider accepts every payment: payments are made elsewhere. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [{ id: SYSTEM_PROVIDER, is_enabled: true }]

/** @throws not_found for ids that are not those of enabled providers */
export function paymentProvidersOf(ids: readonly string[]): PaymentProvider[] {
  const wanted = [...new Set(ids)]
  const found = PAYMENT_PROVIDERS.filter(({ id, is_enabled }) => is_enabled && wanted.includes(id))
  const missing = wanted.filter((wantedId) => !found.some(({ id }) => id === wantedId))
  if (missing.length > 0) throw notFound(`Payment providers with ids ${missing.join(', ')} not found or not enabled`)
  return found
}
