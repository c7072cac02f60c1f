import { notFound, type PaymentProvider, SYSTEM_PROVIDER } from '@souk/contracts'

/** The one provider, ours, accepts every payment: they are made elsewhere. */
export const PAYMENT_PROVIDERS: readonly PaymentProvider[] = [{ id: SYSTEM_PROVIDER, is_enabled: true }]

/** @throws not_found for ids of no enabled provider */
export function paymentProvidersOf(ids: readonly string[]): PaymentProvider[] {
  const wanted = [...new Set(ids)]
  const found = PAYMENT_PROVIDERS.filter(({ id, is_enabled }) => is_enabled && wanted.includes(id))
  const missing = wanted.filter((wantedId) => !found.some(({ id }) => id === wantedId))
  if (missing.length > 0) throw notFound(`Payment providers with ids ${missing.join(', ')} not found or not enabled`)
  return found
}
