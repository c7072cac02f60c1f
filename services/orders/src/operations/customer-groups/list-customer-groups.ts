import { listCustomerGroups as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listCustomerGroups = implement(
  contract,
  async ({ query, selection, deadline }, { customers, customerGroups }: Deps) => {
    const filter = await customers.asGroupIds(query.filter, deadline)
    const { records, ...page } = await customerGroups.page({ ...query, filter }, deadline, (groups, until) =>
      customers.withMembers(groups, { selection, deadline: until, viewer: 'all' }),
    )
    return { customer_groups: records, ...page }
  },
)
