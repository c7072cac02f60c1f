import { administratorIdOf, updateTaxRate as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { taxRateAnswer } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'
import { rulesOf } from '../../domain/tax/tax-records.ts'

export const updateTaxRate = implement(contract, async (request, { taxes }: Deps) => {
  const { rules, ...body } = request.body
  const { params, command, actor } = request
  const made = { tax_rate_id: params.id, created_by: administratorIdOf(actor) }
  const updated = await taxes.rates.update(params.id, command, (rate, context) =>
    patch<typeof rate>({ ...body, ...(rules && { rules: rulesOf(rules, rate.rules, { ...made, ...context }) }) })(rate),
  )
  return taxRateAnswer(updated, request, taxes)
})
