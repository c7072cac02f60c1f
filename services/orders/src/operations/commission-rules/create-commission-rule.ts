import { createCommissionRule as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { commissionRuleAnswer } from '../../answers/commission-rule.ts'
import type { Deps } from '../../deps.ts'
import { commissionRate } from '../../domain/commission/commission-rate.ts'
import { referredRecords } from '../../domain/commission/referred-records.ts'

export const createCommissionRule = implement(contract, async (request, { commissionRules, commissionReferences }: Deps) => {
  const { name, reference, reference_id, is_active, rate: wanted } = request.body
  const rate = commissionRate(wanted)
  const names = await commissionReferences.names(referredRecords(reference, reference_id), request.passOn())
  const fields = { name, reference, reference_id, is_active, rate, ref_value: names.join(' + ') }
  return commissionRuleAnswer(await commissionRules.create(fields, request))
})
