import { notFound } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { CustomerRecord } from '../domain/customers/customer-record.ts'

interface Named {
  customer_id?: string | null | undefined
  email?: string | null | undefined
}

/**
 * The customer that an administrator sells to: the one with the id, except that for a guest with another e-mail it is that
 * e-mail's guest; without an id, the customer registered with the e-mail, or else its guest. Null if there is none yet.
 * @throws not_found for an unknown id
 */
export async function findBuyer(
  { customer_id, email }: Named,
  { customers }: Pick<Deps, 'customers'>,
  deadline: number,
): Promise<CustomerRecord | null> {
  const named = customer_id ? await getCustomer(customer_id, { customers }, deadline) : null
  if (named && (named.has_account || !email || named.email === email)) return named
  if (!email) return null
  const registered = named ? undefined : await customers.findRegisteredAs(email, deadline)
  const id = registered ?? (await customers.findGuest(email, deadline))
  return id === undefined ? null : ((await customers.find(id, deadline))?.record ?? null)
}

/** @throws not_found */
export async function getCustomer(id: string, { customers }: Pick<Deps, 'customers'>, deadline: number): Promise<CustomerRecord> {
  const found = await customers.find(id, deadline)
  if (!found) throw notFound(`Customer with id: ${id} was not found`)
  return found.record
}
