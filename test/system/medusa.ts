import sdk from '@medusajs/js-sdk'
import type { System } from './system.ts'

// A CommonJS package whose default export is the class.
const Client = ('default' in sdk ? sdk.default : sdk) as unknown as typeof import('@medusajs/js-sdk').default
export type Medusa = InstanceType<typeof Client>
type Options = ConstructorParameters<typeof Client>[0]

/** The SDK of Medusa for the storefront of a system, with nobody logged in. @param more options instead of the storefront's */
export const medusaOf = ({ url, secrets }: System, more: Partial<Options> = {}): Medusa =>
  new Client({
    baseUrl: url,
    publishableKey: secrets.publishable_key,
    auth: { type: 'jwt', jwtTokenStorageMethod: 'memory' },
    ...more,
  })

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
