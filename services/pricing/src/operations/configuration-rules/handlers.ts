import {
  configurationRuleOperations,
  createConfigurationRule,
  listConfigurationRules,
  updateConfigurationRule,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { findConfiguration } from './find-configuration.ts'
import { getVendorConfiguration } from './get-vendor-configuration.ts'

const rules = recordHandlers({
  keys: ['configuration_rule', 'configuration_rules'],
  store: ({ configurationRules }: Deps) => configurationRules,
})

export const configurationRuleHandlers = implementAll(configurationRuleOperations, {
  listConfigurationRules: rules.list(listConfigurationRules),
  createConfigurationRule: rules.create(createConfigurationRule, ({ rule_type, is_enabled }) => ({ rule_type, is_enabled })),
  updateConfigurationRule: rules.update(updateConfigurationRule),
  getVendorConfiguration,
  findConfiguration,
})
