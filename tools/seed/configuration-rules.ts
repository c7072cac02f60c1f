import type { ConfigurationRule } from '@souk/contracts'
import { seededId } from './ids.ts'
import { seededDates } from './records.ts'

/** The rule of the reference's examples: it states the default. */
export const seededConfigurationRules: readonly ConfigurationRule[] = [
  { id: seededId('conf', 1), rule_type: 'product_import_enabled', is_enabled: true, ...seededDates },
]
