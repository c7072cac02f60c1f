import {
  type Customer,
  findCustomerLogIn,
  findCustomerNames,
  findCustomers,
  findRegisteredCustomer,
  inParts,
} from '@souk/contracts'
import { type Bus, type Envelope, ifUnanswered } from '@souk/runtime'
import type { AuthIdentity } from '../domain/identities/identity.ts'
import type { IdentityStore } from '../stores/identities.ts'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/** Most customers in one request. */
const MAX_IDS = 500

type CustomerName = Pick<Customer, 'first_name' | 'last_name'>

/** Customers, who belong to `orders`. */
export function createCustomers(bus: Pick<Bus, 'call'>) {
  /** The id of the living customer who registered with this log-in. @throws unavailable if `orders` does not answer */
  async function findRegistered(identity_id: string, deadline: number): Promise<string | null> {
    return (await bus.call(findRegisteredCustomer, { body: { identity_id } }, ownEnvelopeUntil(deadline))).customer_id
  }

  return {
    findRegistered,

    /** The log-in that a living customer registered with. @throws unavailable if `orders` does not answer */
    async findLogIn(id: string, deadline: number): Promise<string | null> {
      return (await bus.call(findCustomerLogIn, { body: { id } }, ownEnvelopeUntil(deadline))).identity_id
    },

    /**
     * The existing ones of these, as the actor may see them.
     * @throws unavailable if `orders` does not answer
     */
    async find(ids: readonly string[], envelope: Envelope): Promise<Customer[]> {
      const wanted = [...new Set(ids)]
      const found = await Promise.all(
        inParts(wanted, MAX_IDS).map((some) => bus.call(findCustomers, { body: { ids: some } }, envelope)),
      )
      return found.flatMap(({ customers }) => customers)
    },

    /** The names of the existing ones of these, by id; none while `orders` does not answer in time. */
    async recognize(ids: readonly string[], envelope: Envelope): Promise<Map<string, CustomerName>> {
      if (ids.length === 0) return new Map()
      const { customers } = await bus
        .call(findCustomerNames, { body: { ids: [...new Set(ids)] } }, envelope)
        .catch(ifUnanswered({ customers: [] }))
      return new Map(customers.map(({ id, first_name, last_name }) => [id, { first_name, last_name }]))
    },

    /**
     * The identity with its customer's id, which the first log-in after a registration has to look up.
     * @throws unavailable if `orders` does not answer
     */
    async withActor(
      identity: AuthIdentity,
      { identities }: { identities: Pick<IdentityStore, 'claim'> },
      deadline: number,
    ): Promise<AuthIdentity> {
      if (identity.actor_type !== 'customer' || identity.actor_id !== '') return identity
      const customer_id = await findRegistered(identity.id, deadline)
      if (customer_id === null) return identity
      await identities.claim(identity.id, customer_id, new Date().toISOString(), deadline)
      return { ...identity, actor_id: customer_id }
    },
  }
}

export type Customers = ReturnType<typeof createCustomers>
