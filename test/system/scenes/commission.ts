import type { System } from '../system.ts'
import { aName, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const rate = { type: 'percentage', percentage_rate: 10, include_tax: true }

/** A rule for a type that has none yet. */
async function rule(system: System) {
  const type = await made(system, '/admin/product-types', { value: aName('Type') }, 'product_type')
  return { name: aName('Rule'), reference: 'product_type', reference_id: type.id, rate }
}
const ruleIds: Ids = {
  own: async (system) => (await made(system, '/admin/commission/rules', await rule(system), 'commission_rule')).id,
}

/** The marketplace's share. */
export const commission: Resource = {
  operations: {
    'list-commission-rules': {},
    'create-commission-rule': { once: 409, body: rule },
    'get-commission-rule': { ids: ruleIds },
    'update-commission-rule': { ids: ruleIds, body: () => ({ name: aName('Rule') }) },
    'delete-commission-rule': { ids: { ...ruleIds, answered: 'as deleted' } },
    'get-default-commission-rule': {},
    'set-default-commission-rule': { body: { rate } },
    'list-commission-lines': {},
    'list-vendor-commission-lines': {},
  },
}
