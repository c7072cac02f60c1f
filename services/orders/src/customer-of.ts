import { type Customer, type Selection, wants } from '@souk/contracts'
import type { Deps } from './deps.ts'

interface Asking {
  selection: Selection
  deadline: number
}

/** The customer of an order, when the answer shows it; null when there is none. */
export async function customerOf(
  customer_id: string | null,
  { selection, deadline }: Asking,
  { customers }: Pick<Deps, 'customers'>,
): Promise<Customer | null> {
  if (!wants(selection, 'customer')) return null
  return customers.find(customer_id, { deadline, with_group_members: wants(selection, 'customer.groups.customers') })
}
