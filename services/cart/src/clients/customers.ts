import { type Customer, findCustomers } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

const AT_ONCE = 500

/** Customers, who belong to `orders`. @returns the existing ones, by id @throws unavailable */
export async function customersById(
  ids: readonly (string | null)[],
  bus: Pick<Bus, 'call'>,
  passOn: () => Envelope,
): Promise<Map<string, Customer>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, n) => wanted.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
  const found = await Promise.all(parts.map((part) => bus.call(findCustomers, { body: { ids: part } }, passOn())))
  return new Map(found.flatMap(({ customers }) => customers.map((customer) => [customer.id, customer] as const)))
}
