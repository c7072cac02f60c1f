import { findBuyerName as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

interface Named {
  first_name: string | null
  last_name: string | null
}

/** The name of the customer, or that of the address where the customer has none. */
export const findBuyerName = implement(contract, async ({ body, deadline }, { orders, customers }: Deps) => {
  try {
    const { customer_id, shipping_address } = (await orders.get(body.order_id, deadline)).state
    const customer = customer_id === null ? undefined : await customers.findRecord(customer_id, deadline)
    return { name: nameOf(customer?.record) || nameOf(shipping_address) || null }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { name: null }
    throw error
  }
})

const nameOf = (named?: Named | null) => [named?.first_name, named?.last_name].filter(Boolean).join(' ')
