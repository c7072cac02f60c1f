import { administratorIdOf, createTaxRateRule as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { taxRateAnswer } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'
import { withRule } from '../../domain/tax/tax-records.ts'

export const createTaxRateRule = implement(contract, async (request, { taxes }: Deps) => {
  const { params, body, command, actor } = request
  const missing = () => missingRelation('tax_rate_id', params.id)
  const made = { tax_rate_id: params.id, created_by: administratorIdOf(actor) }
  const updated = await taxes.rates.update(params.id, { ...command, missing }, (rate, context) => ({
    ...rate,
    rules: withRule(rate.rules, body, { ...made, ...context }),
  }))
  return taxRateAnswer(updated, request, taxes)
})
