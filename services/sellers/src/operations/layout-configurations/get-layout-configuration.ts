import { getLayoutConfiguration as contract, userIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownLayouts } from '../../answers/layout-configuration.ts'
import type { Deps } from '../../deps.ts'

export const getLayoutConfiguration = implement(contract, async ({ params, actor, deadline }, { layoutConfigurations }: Deps) =>
  shownLayouts(await layoutConfigurations.findOfZone(params.zone, userIdOf(actor), deadline)),
)
