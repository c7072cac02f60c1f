import { listCustomers as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { byGroupIds, groupNamesIn } from '../../domain/customers/group-filter.ts'

export const listCustomers = implement(contract, async (request, { customers, customerGroups }: Deps) => {
  const { query, deadline } = request
  const names = groupNamesIn(query.filter)
  const filter = names.length === 0 ? query.filter : byGroupIds(query.filter, await customerGroups.idsByName(names, deadline))
  const { records, ...page } = await customers.page({ ...query, filter }, deadline, (found, until) =>
    customers.shown(found, { ...request, deadline: until, viewer: 'all' }),
  )
  return { customers: records, ...page }
})
