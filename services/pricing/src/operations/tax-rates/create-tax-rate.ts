import { administratorIdOf, createTaxRate as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { taxRateAnswer } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'
import { rulesOf } from '../../domain/tax/tax-records.ts'

export const createTaxRate = implement(contract, async (request, { taxes }: Deps) => {
  const { rate = null, is_default = false, is_combinable = false, metadata = null, rules = [], ...rest } = request.body
  const created_by = administratorIdOf(request.actor)
  const newId = request.newIds()
  // The same id that the store will give the rate.
  const context = { tax_rate_id: request.newIds()('txr'), created_by, newId, now: new Date().toISOString() }
  const terms = { ...rest, rate, is_default, is_combinable, metadata, rules: rulesOf(rules, [], context), created_by }
  return taxRateAnswer(await taxes.rates.create(terms, request), request, taxes)
})
