import { findGroupsForRules as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findGroupsForRules = implement(contract, async ({ body, deadline }, { customerGroups }: Deps) => ({
  ids: await customerGroups.listIdsFor(body.seller_id, body.ids, deadline),
}))
