import { beginOrderPaymentSession, type ResponseOf } from '@souk/contracts'
import { type Bus, type Envelope, isRefusal, isUntaken, type RequestContext } from '@souk/runtime'
import { sessionContext } from '../domain/payment-collections/payment-session.ts'
import { getCustomer } from './customers.ts'
import { findPaymentProvider } from './payment-providers.ts'

interface Beginning {
  payment_collection_id: string
  provider_id: string
  /** From the client, for the provider. */
  data: Record<string, unknown>
  /** The caller; null for guests. */
  customer_id: string | null
}

/**
 * Begins a session of an order's payment collection. The collection belongs to `orders`, where the request's op is executed.
 * @throws not_found; unauthorized if the customer no longer exists; refusals of `begin-order-payment-session`; unavailable if
 * nobody took the request; outcome_unknown
 */
export async function beginOrderPayment(
  { customer_id, ...wanted }: Beginning,
  { if_match, keepOp, onlyRepeat, contested, fate }: RequestContext['command'],
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<ResponseOf<typeof beginOrderPaymentSession>> {
  const customer = customer_id === null ? null : await getCustomer(customer_id, bus, passOn)
  const provider = findPaymentProvider(wanted.provider_id)
  const context = sessionContext(customer, customer && provider ? await provider.findAccountHolder(customer) : null)
  const body = {
    ...wanted,
    context,
    keep_op: keepOp,
    only_repeat: onlyRepeat,
    contested,
    ...(if_match && { if_match: [...if_match] }),
  }
  const begun = await bus.call(beginOrderPaymentSession, { body }, passOn()).catch((error: unknown) => {
    if (isRefusal(error)) {
      if (contested && error.kind !== 'conflict') fate.is = 'refused'
    } else if (!isUntaken(error)) fate.is = 'unknown'
    throw error
  })
  fate.is = 'applied'
  return begun
}
