import { getVendorConfiguration as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorConfiguration = implement(contract, async ({ deadline }, { configurationRules }: Deps) => ({
  configuration_rules: await configurationRules.inForce(deadline),
}))
