import { findCustomers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findCustomers = implement(contract, async ({ body, deadline }, { customers }: Deps) => {
  const found = await Promise.all([...new Set(body.ids)].map((id) => customers.find(id, { deadline })))
  return { customers: found.filter((one) => one !== null) }
})
