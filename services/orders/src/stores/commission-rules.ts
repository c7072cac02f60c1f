import {
  commissionRuleCreated,
  commissionRuleDeleted,
  commissionRuleUpdated,
  conflict,
  groupBy,
  type ListQuery,
  listCommissionRules,
  type StoredCommissionRule,
} from '@souk/contracts'
import { batched, createRecords, type EventRelay, hashedId, indexesOf, type RecordCommand } from '@souk/runtime'
import type { Db } from 'mongodb'

/** The id of the default rule: always the same, so that there is at most one. */
export const DEFAULT_RULE_ID = hashedId('comrule', 'site')

/** The default rule before it is set for the first time. */
const NOT_SET: Omit<StoredCommissionRule, 'created_at' | 'updated_at' | 'deleted_at'> = {
  id: DEFAULT_RULE_ID,
  name: 'default',
  reference: 'site',
  reference_id: '',
  is_active: false,
  ref_value: '',
  rate: { type: 'percentage', percentage_rate: 0, include_tax: false, price_set: [], min_price_set: [], max_price_set: [] },
}

type Show<S> = (found: readonly StoredCommissionRule[], until: number) => Promise<readonly S[]>
type Settings = Pick<StoredCommissionRule, 'name' | 'is_active' | 'rate'>

/** How much the marketplace keeps of what is sold: rules by reference, and the default rule (`site`). */
export function createCommissionRuleStore(db: Db, outbox?: EventRelay) {
  const rules = createRecords<StoredCommissionRule>(db.collection('commission_rules'), {
    noun: 'Commission rule',
    missing: () => 'Rule not found!',
    taken: () => conflict('Rule already exists!'),
    idPrefix: 'comrule',
    indexes: [
      {
        key: { reference: 1, reference_id: 1 },
        name: 'one_per_reference',
        unique: true,
        partialFilterExpression: { deleted_at: null },
      },
      ...indexesOf(listCommissionRules),
    ],
    formerIndexes: ['words'],
    events: { created: commissionRuleCreated, updated: commissionRuleUpdated, deleted: commissionRuleDeleted },
    outbox,
  })

  /** Makes sure that there is a default rule to change: it counts as deleted until it is set. */
  async function begin(deadline: number): Promise<void> {
    if (await rules.find(DEFAULT_RULE_ID, deadline)) return
    const now = new Date().toISOString()
    const unset = { ...NOT_SET, created_at: now, updated_at: now, deleted_at: now }
    await rules.createMissing([unset], deadline)
  }

  /** The active rules with a reference id. Concurrent reads become one query. */
  const activeOf = batched(
    async (reference_ids: readonly string[], deadline): Promise<StoredCommissionRule[][]> => {
      const asked = { reference_id: { $in: [...new Set(reference_ids)] }, is_active: true }
      const found = groupBy(await rules.list(asked, deadline), ({ reference_id }) => reference_id)
      return reference_ids.map((id) => found.get(id) ?? [])
    },
    { maxBatch: 1000 },
  )

  return {
    ...rules,

    /** All but the default rule. */
    page: <S>(query: ListQuery, deadline: number, show: Show<S>) =>
      rules.page(query, deadline, show, { reference: { $ne: 'site' } }),

    /** @throws not_found while none is set */
    getDefault: (deadline: number) => rules.get(DEFAULT_RULE_ID, deadline),

    /** Creates the default rule, or changes it. */
    async setDefault(settings: Settings, command: RecordCommand) {
      await begin(command.deadline)
      return rules.restore(DEFAULT_RULE_ID, command, (rule, { now }) => ({
        ...rule,
        ...settings,
        ...(rule.deleted_at !== null && { created_at: now }),
      }))
    },

    /** The active rules with one of these reference ids, and the default rule if it is active. */
    async listFitting(reference_ids: readonly string[], deadline: number): Promise<StoredCommissionRule[]> {
      const ids = new Set([...reference_ids, NOT_SET.reference_id])
      return (await Promise.all([...ids].map((id) => activeOf(id, deadline)))).flat()
    },
  }
}

export type CommissionRuleStore = ReturnType<typeof createCommissionRuleStore>
