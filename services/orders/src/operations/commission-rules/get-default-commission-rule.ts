import { getDefaultCommissionRule as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { commissionRuleAnswer } from '../../answers/commission-rule.ts'
import type { Deps } from '../../deps.ts'

export const getDefaultCommissionRule = implement(contract, async ({ deadline }, { commissionRules }: Deps) =>
  commissionRuleAnswer(await commissionRules.getDefault(deadline)),
)
