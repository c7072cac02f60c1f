import { setLayoutConfiguration as contract, userIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownLayouts } from '../../answers/layout-configuration.ts'
import type { Deps } from '../../deps.ts'
import { withWidgets } from '../../domain/layout-configurations/layout-configuration.ts'

export const setLayoutConfiguration = implement(contract, async ({ params, body, actor, command, deadline }, deps: Deps) => {
  const { layoutConfigurations } = deps
  const place = { zone: params.zone, user_id: userIdOf(actor) }
  const save = body.is_default ? layoutConfigurations.saveDefault : layoutConfigurations.save
  await save(place, command, withWidgets(body.configuration.widgets))
  return shownLayouts(await layoutConfigurations.findOfZone(place.zone, place.user_id, deadline))
})
