import sdk from '@medusajs/js-sdk'
import { pauseAfter, TRIES } from './persistent-fetch.ts'
import type { System } from './system.ts'

// A CommonJS package whose default export is the class.
const Client = ('default' in sdk ? sdk.default : sdk) as unknown as typeof import('@medusajs/js-sdk').default
export type Medusa = InstanceType<typeof Client>
type Options = ConstructorParameters<typeof Client>[0]

/** The SDK of Medusa for the storefront of a system, with nobody logged in. @param more options instead of the storefront's */
export function medusaOf({ url, secrets }: System, more: Partial<Options> = {}): Medusa {
  const medusa = new Client({
    baseUrl: url,
    publishableKey: secrets.publishable_key,
    auth: { type: 'jwt', jwtTokenStorageMethod: 'memory' },
    ...more,
  })
  heedRetryAfter(medusa)
  return medusa
}

/** Requests are sent again while the answer is 503, which the SDK leaves to its callers. */
function heedRetryAfter({ client }: Medusa) {
  const send = client.fetch.bind(client)
  client.fetch = async <T>(...request: Parameters<typeof send>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        return await send<T>(...request)
      } catch (error) {
        if ((error as { status?: unknown }).status !== 503 || tried >= TRIES) throw error
        await pauseAfter(tried)
      }
    }
  }
}

/** The same, logged in with the e-mail and password of the system's administrator, seller or customer. */
export async function logIn(system: System, actor: 'user' | 'seller' | 'customer' = 'user'): Promise<Medusa> {
  const { facts, secrets } = system
  const [email, password] = {
    user: [facts.admin.email, secrets.admin_password],
    seller: [facts.seller.email, secrets.seller_password],
    customer: [facts.customer.email, secrets.customer_password],
  }[actor]
  const medusa = medusaOf(system)
  await medusa.auth.login(actor, 'emailpass', { email, password })
  return medusa
}
