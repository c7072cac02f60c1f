import { type Customer, findCustomer, findCustomers, findOrCreateGuest, inParts, unauthorized } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import { unprovenGuest } from '../domain/carts/guest.ts'
import type { NewCartBody } from '../domain/carts/new-cart.ts'

/** Customers per request. */
const AT_ONCE = 500

/** Customers, who belong to `orders`. @returns the existing ones, by id @throws unavailable */
export async function customersById(
  ids: readonly (string | null)[],
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<Map<string, Customer>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = await Promise.all(
    inParts(wanted, AT_ONCE).map((part) => bus.call(findCustomers, { body: { ids: part } }, passOn())),
  )
  return new Map(found.flatMap(({ customers }) => customers.map((customer) => [customer.id, customer] as const)))
}

/** The caller's customer. @throws unauthorized if it no longer exists */
export async function getCustomer(id: string, bus: Pick<Bus, 'call'>, passOn: () => Envelope): Promise<Customer> {
  const { customer } = await bus.call(findCustomer, { body: { id } }, passOn())
  if (!customer) throw unauthorized()
  return customer
}

/** The guest customer with the given e-mail; null without one. */
export async function guestOf(
  { email }: Pick<NewCartBody, 'email'>,
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<Customer | null> {
  if (!email) return null
  const { customer } = await bus.call(findOrCreateGuest, { body: { email } }, passOn())
  return unprovenGuest(customer)
}
