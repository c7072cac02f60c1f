import { isDeepStrictEqual } from 'node:util'
import {
  type DecisionContext,
  invalidData,
  notFound,
  type OperationError,
  type ShippingOptionRuleInput,
  type ShippingPriceInput,
} from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import type { ShippingPrice, ShippingRule } from './shipping-option-record.ts'

/** The inputs of a decision on an option, besides the state. */
export interface OptionContext extends DecisionContext {
  /** The currency of each named region. */
  currencies: ReadonlyMap<string, string>
}

/**
 * The prices that an option has afterwards: inputs with an id change prices, inputs without one add prices, and all others are
 * removed. Of several for the same currency, region and rules the last one counts.
 * @throws invalid_data for an unknown price id, or a repeated one
 */
export function pricesAfter(
  present: readonly ShippingPrice[],
  inputs: readonly ShippingPriceInput[],
  { newId, now, currencies }: OptionContext,
): ShippingPrice[] {
  assertNamedOnce('Price', idsOf(inputs))
  const wanted = inputs.map(({ id, ...input }) => {
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
  return [...new Map(wanted.map((price) => [keyOf(price), price])).values()]
}

const idsOf = (inputs: readonly { id?: string | undefined }[]) => inputs.flatMap(({ id }) => id ?? [])

const keyOf = ({ currency_code, rules }: Pick<ShippingPrice, 'currency_code' | 'rules'>) =>
  [currency_code, ...rules.map(({ attribute, operator, value }) => `${attribute} ${operator} ${value}`).toSorted()].join('|')

/**
 * A named region becomes a rule; a named currency removes it. Without rules in the input, the others stay only if it names
 * neither, as with the peers.
 */
function rulesOf(
  { rules }: Pick<ShippingPrice, 'rules'>,
  { region_id, currency_code, rules: given }: ShippingPriceInput,
  newId: OptionContext['newId'],
) {
  const isOfRegion = ({ attribute }: { attribute: string }) => attribute === 'region_id'
  const region = currency_code !== undefined ? [] : rules.filter(isOfRegion)
  const named = { attribute: 'region_id', operator: 'eq' as const, value: region_id ?? '' }
  const isSame = region_id === undefined || region[0]?.value === region_id
  const kept = currency_code === undefined && region_id === undefined ? rules.filter((rule) => !isOfRegion(rule)) : []
  return [
    ...(isSame ? region : [{ id: newId('prule'), ...named }]),
    ...(given
      ? given.map(({ attribute, operator, value }) => ({ id: newId('prule'), attribute, operator, value: String(value) }))
      : kept),
  ]
}

/**
 * The rules that an option has afterwards: inputs with an id change rules, inputs without one add rules, and all others are
 * removed.
 * @param missing the refusal of unknown rule ids
 * @throws that; invalid_data for a repeated id, or a rule whose value is a list where its operator needs a single value, or the
 * reverse
 */
export function rulesAfter(
  present: readonly ShippingRule[],
  inputs: readonly ShippingOptionRuleInput[],
  { newId, now }: Pick<OptionContext, 'newId' | 'now'>,
  missing: (ids: readonly string[]) => OperationError = noSuchRules,
): ShippingRule[] {
  const named = idsOf(inputs)
  const unknown = named.filter((id) => !present.some((rule) => rule.id === id))
  if (unknown.length > 0) throw missing(unknown)
  assertNamedOnce('Shipping option rule', named)
  for (const input of inputs) assertComparable(input)
  return inputs.map(({ id, ...input }) => {
    const known = id === undefined ? undefined : present.find((rule) => rule.id === id)
    const rule = { ...(known ?? { id: newId('sorul'), created_at: now, updated_at: now }), ...input }
    return known && isDeepStrictEqual(rule, known) ? known : { ...rule, updated_at: now }
  })
}

/** @throws invalid_data */
function assertComparable({ operator, value }: Pick<ShippingOptionRuleInput, 'operator' | 'value'>) {
  if (value === '') throw invalidData('Rule must have an attribute, an operator and a value')
  const isOneOfMany = operator === 'in' || operator === 'nin'
  if (isOneOfMany === Array.isArray(value)) return
  throw invalidData(
    isOneOfMany
      ? 'Rule value must be an array for in/nin operators'
      : `Rule value must be a string, bool, number value for the selected operator ${operator}`,
  )
}

const noSuchRules = (ids: readonly string[]) => notFound(`ShippingOptionRule with id "${ids.join(', ')}" not found`)
