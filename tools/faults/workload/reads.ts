import type { Instance } from '../instance.ts'
import { callersOf } from './callers.ts'
import { NOTHING_WRITTEN, type Part } from './part.ts'

/** The seeded seller's member, and the orders of their customer: reads that nothing of the load changes. */
export function quietReads(instance: Pick<Instance, 'dev'>): Part[] {
  const { dev } = instance
  const headers = callersOf(instance).seller
  const requests = [
    { operation: 'sellers.get-member', path: `/vendor/members/${dev.seller.member_id}` },
    { operation: 'orders.list-customer-orders', path: `/vendor/customers/${dev.seller.customer_id}/orders` },
  ]
  return requests.map((request) => ({
    next: () => ({ ...request, method: 'GET', headers, expected: 200 }),
    verify: async () => NOTHING_WRITTEN,
  }))
}
