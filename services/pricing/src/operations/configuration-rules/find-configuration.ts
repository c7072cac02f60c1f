import { findConfiguration as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findConfiguration = implement(contract, async ({ deadline }, { configurationRules }: Deps) => ({
  configuration: await configurationRules.inForce(deadline),
}))
