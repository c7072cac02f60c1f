import { deleteLayoutConfiguration as contract, userIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteLayoutConfiguration = implement(
  contract,
  async ({ params, actor, command }, { layoutConfigurations }: Deps) => {
    await layoutConfigurations.remove({ zone: params.zone, user_id: userIdOf(actor) }, command)
    return { success: true as const }
  },
)
