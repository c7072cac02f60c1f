import { demonstrationId } from '@souk/contracts'
import type { System } from '../system.ts'
import type { Resource } from './scene.ts'

/** A rule of a type that has none: an earlier one is gone, and the new one states the default. */
async function rule({ pricing }: System) {
  const rule_type = 'product_request_enabled'
  await pricing.db.collection('configuration_rules').deleteMany({ rule_type })
  return { rule_type, is_enabled: true }
}

/** What sellers may do. */
export const configurationRules: Resource = {
  operations: {
    'list-configuration-rules': {},
    'create-configuration-rule': { once: true, body: rule },
    'update-configuration-rule': { ids: { own: () => demonstrationId('conf', 1001) }, body: { is_enabled: true } },
    'get-vendor-configuration': {},
  },
}
