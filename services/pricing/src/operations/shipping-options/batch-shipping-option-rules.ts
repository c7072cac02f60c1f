import { batchShippingOptionRules as contract, missingRelation } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { rulesAfter } from '../../domain/shipping-options/change-option.ts'

export const batchShippingOptionRules = implement(contract, async ({ params, body, command, newIds, deadline }, deps: Deps) => {
  const { create = [], update = [], delete: removed = [] } = body
  const found = await deps.shippingOptions.find(params.id, deadline)
  if (!found) throw missingRelation('shipping_option_id', params.id)

  const { record, revision } = await deps.shippingOptions.update(params.id, command, (option, { now }) => {
    const context = { newId: newIds(), now }
    const updated = rulesAfter(option.rules, update, context)
    const kept = option.rules.filter(({ id }) => !removed.includes(id))
    const rules = kept.map((rule) => updated.find(({ id }) => id === rule.id) ?? rule)
    return { ...option, rules: [...rules, ...rulesAfter([], create, context)] }
  })
  const rules = record.rules.map((rule) => ({ ...rule, shipping_option_id: params.id, deleted_at: null }))
  const ids = new Set(update.map(({ id }) => id))
  const newId = newIds() // the ids that the decision drew: a repeat finds its own rules, whatever others added since
  const made = new Set(create.map(() => newId('sorul')))
  return new Answer(
    {
      created: rules.filter(({ id }) => made.has(id)),
      updated: rules.filter(({ id }) => ids.has(id)),
      deleted: { ids: removed, object: 'shipping_option_rule' as const, deleted: true as const },
    },
    { revision },
  )
})
