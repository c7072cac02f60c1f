import { setDefaultCommissionRule as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { commissionRuleAnswer } from '../../answers/commission-rule.ts'
import type { Deps } from '../../deps.ts'
import { commissionRate } from '../../domain/commission/commission-rate.ts'

export const setDefaultCommissionRule = implement(contract, async ({ body, command }, { commissionRules }: Deps) => {
  const { name, is_active, rate } = body
  return commissionRuleAnswer(await commissionRules.setDefault({ name, is_active, rate: commissionRate(rate) }, command))
})
