import {
  type Configuration,
  type ConfigurationRule,
  configurationRuleCreated,
  configurationRuleUpdated,
  listConfigurationRules,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf } from '@souk/runtime'
import type { Db } from 'mongodb'
import { configurationOf } from '../domain/configuration-rules/configuration.ts'

/** The rules of what sellers may do: at most one of each type. */
export function createConfigurationRuleStore(db: Db, outbox?: EventRelay) {
  const rules = createRecords<ConfigurationRule>(db.collection('configuration_rules'), {
    noun: 'Configuration rule',
    idPrefix: 'conf',
    indexes: [{ key: { rule_type: 1 }, name: 'one_per_type', unique: true }, ...indexesOf(listConfigurationRules)],
    formerIndexes: ['words'],
    events: { created: configurationRuleCreated, updated: configurationRuleUpdated },
    outbox,
  })

  return {
    ...rules,

    /**
     * The rules in force, with defaults. Never cached: whatever begins after an administrator was answered goes by the new ones,
     * at any replica.
     */
    inForce: async (deadline: number): Promise<Configuration> => configurationOf(await rules.list({}, deadline)),
  }
}

export type ConfigurationRuleStore = ReturnType<typeof createConfigurationRuleStore>
