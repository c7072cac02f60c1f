import { ConfigurationRuleType, getVendorConfiguration as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorConfiguration = implement(contract, async ({ deadline }, { configurationRules }: Deps) => {
  const configuration = await configurationRules.inForce(deadline)
  return {
    configuration_rules: ConfigurationRuleType.options.map((rule_type) => ({
      rule_type,
      is_enabled: configuration[rule_type],
    })),
  }
})
