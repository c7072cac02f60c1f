import { type Configuration, type ConfigurationRule, DEFAULT_CONFIGURATION } from '@souk/contracts'

/** The configuration in force: the rules that administrators made, and the defaults of the other types. */
export const configurationOf = (rules: readonly Pick<ConfigurationRule, 'rule_type' | 'is_enabled'>[]): Configuration => ({
  ...DEFAULT_CONFIGURATION,
  ...Object.fromEntries(rules.map(({ rule_type, is_enabled }) => [rule_type, is_enabled])),
})
