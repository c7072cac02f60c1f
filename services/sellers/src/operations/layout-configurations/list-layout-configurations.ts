import { listLayoutConfigurations as contract, userIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownLayout } from '../../answers/layout-configuration.ts'
import type { Deps } from '../../deps.ts'

export const listLayoutConfigurations = implement(contract, async ({ query, actor, deadline }, deps: Deps) => {
  const show = async (found: readonly Parameters<typeof shownLayout>[0][]) => found.map(shownLayout)
  const { records, ...page } = await deps.layoutConfigurations.page(userIdOf(actor), query, deadline, show)
  return { layout_configurations: records, ...page }
})
