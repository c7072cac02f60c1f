import {
  commissionRuleOperations,
  deleteCommissionRule,
  getCommissionRule,
  listCommissionRules,
  updateCommissionRule,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { shownCommissionRule } from '../../answers/commission-rule.ts'
import type { Deps } from '../../deps.ts'
import { createCommissionRule } from './create-commission-rule.ts'
import { getDefaultCommissionRule } from './get-default-commission-rule.ts'
import { setDefaultCommissionRule } from './set-default-commission-rule.ts'

const rules = recordHandlers({
  keys: ['commission_rule', 'commission_rules'],
  store: ({ commissionRules }: Deps) => commissionRules,
  show: async (records) => records.map(shownCommissionRule),
})

export const commissionRuleHandlers = implementAll(commissionRuleOperations, {
  listCommissionRules: rules.list(listCommissionRules),
  createCommissionRule,
  getCommissionRule: rules.get(getCommissionRule),
  updateCommissionRule: rules.update(updateCommissionRule),
  deleteCommissionRule: rules.delete(deleteCommissionRule),
  getDefaultCommissionRule,
  setDefaultCommissionRule,
})
