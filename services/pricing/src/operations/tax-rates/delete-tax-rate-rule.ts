import { deleteTaxRateRule as contract, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownTaxRates } from '../../answers/tax-rate.ts'
import type { Deps } from '../../deps.ts'

/** A rule that does not exist is no error. */
export const deleteTaxRateRule = implement(contract, async (request, { taxes }: Deps) => {
  const { id, rule_id } = request.params
  const { record, revision } = await taxes.rates.update(id, request.command, (rate) =>
    rate.rules.some((rule) => rule.id === rule_id) ? { ...rate, rules: rate.rules.filter((rule) => rule.id !== rule_id) } : rate,
  )
  const [parent] = await shownTaxRates([record], request, taxes)
  const others = wants(request.selection, 'tax_region') ? 'anywhere' : null
  return new Answer(
    { id: rule_id, object: 'tax_rate_rule' as const, deleted: true as const, parent: parent! },
    { revision, others },
  )
})
