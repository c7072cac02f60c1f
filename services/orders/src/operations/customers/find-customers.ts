import { findCustomers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownTo } from '../../answers/customer.ts'
import type { Deps } from '../../deps.ts'
import { groupViewerOf } from '../../domain/customers/group-viewer.ts'

export const findCustomers = implement(contract, async ({ body, actor, deadline }, { customers }: Deps) => {
  const viewer = groupViewerOf(actor)
  const found = await Promise.all([...new Set(body.ids)].map((id) => customers.findShown(id, { deadline, viewer })))
  return { customers: found.filter((one) => one !== null).map((one) => shownTo(viewer, one)) }
})
