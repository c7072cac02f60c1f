import { isDeepStrictEqual } from 'node:util'
import { type DecisionContext, invalidData, type ShippingOptionRuleInput, type ShippingPriceInput } from '@souk/contracts'
import type { ShippingPrice, ShippingRule } from './shipping-option-record.ts'

/** The inputs of a decision on an option, beside the state. */
export interface OptionContext extends DecisionContext {
  /** The currency of each region that is named. */
  currencies: ReadonlyMap<string, string>
}

/**
 * The prices that an option has afterwards: those with an id are changed, those without are made, and those that are not named
 * go.
 * @throws invalid_data for the id of no price
 */
export function pricesAfter(
  present: readonly ShippingPrice[],
  inputs: readonly ShippingPriceInput[],
  { newId, now, currencies }: OptionContext,
): ShippingPrice[] {
  return inputs.map(({ id, ...input }) => {
    const known = id === undefined ? undefined : present.find((price) => price.id === id)
    if (id !== undefined && !known) throw invalidData(`Price with id: ${id} was not found`)
    const before = known ?? { id: newId('price'), currency_code: '', amount: 0, rules: [], created_at: now, updated_at: now }
    const price = {
      ...before,
      currency_code: input.currency_code ?? currencies.get(input.region_id ?? '') ?? before.currency_code,
      amount: input.amount ?? before.amount,
      rules: rulesOf(before, input, newId),
    }
    return known && isDeepStrictEqual(price, known) ? known : { ...price, updated_at: now }
  })
}

/** A region that is named is a rule; a currency that is named takes it away. */
function rulesOf(
  { rules }: Pick<ShippingPrice, 'rules'>,
  { region_id, currency_code, rules: given }: ShippingPriceInput,
  newId: OptionContext['newId'],
) {
  const isOfRegion = ({ attribute }: { attribute: string }) => attribute === 'region_id'
  const region = currency_code !== undefined ? [] : rules.filter(isOfRegion)
  const named = { attribute: 'region_id', operator: 'eq' as const, value: region_id ?? '' }
  const isSame = region_id === undefined || region[0]?.value === region_id
  return [
    ...(isSame ? region : [{ id: newId('prule'), ...named }]),
    ...(given
      ? given.map(({ attribute, operator, value }) => ({ id: newId('prule'), attribute, operator, value: String(value) }))
      : rules.filter((rule) => !isOfRegion(rule))),
  ]
}

/**
 * The rules that an option has afterwards: those with an id are changed, those without are made, and those that are not named go.
 * @throws invalid_data for the id of no rule
 */
export function rulesAfter(
  present: readonly ShippingRule[],
  inputs: readonly ShippingOptionRuleInput[],
  { newId, now }: Pick<OptionContext, 'newId' | 'now'>,
): ShippingRule[] {
  return inputs.map(({ id, ...input }) => {
    const known = id === undefined ? undefined : present.find((rule) => rule.id === id)
    if (id !== undefined && !known) throw invalidData(`ShippingOptionRule with id: ${id} was not found`)
    const rule = { ...(known ?? { id: newId('sorul'), created_at: now, updated_at: now }), ...input }
    return known && isDeepStrictEqual(rule, known) ? known : { ...rule, updated_at: now }
  })
}
