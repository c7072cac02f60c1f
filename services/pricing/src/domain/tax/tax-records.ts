import {
  type DecisionContext,
  invalidData,
  missingRelation,
  type TaxProvider,
  type TaxRate,
  type TaxRateRule,
  type TaxRegion,
} from '@souk/contracts'
import { repeated } from '../lists/repeated.ts'

/** Without the fields that are stored in other records. */
export type TaxRegionRecord = Omit<TaxRegion, 'parent' | 'children' | 'tax_rates'>
export type TaxRateRecord = Omit<TaxRate, 'tax_region'>

/** Our single provider computes taxes from the rates that are stored here. */
export const TAX_PROVIDERS: readonly TaxProvider[] = [{ id: 'tp_system', is_enabled: true }]

/** @throws not_found for an id that is not that of an enabled provider */
export function assertTaxProvider(provider_id: string | null | undefined) {
  if (provider_id == null || TAX_PROVIDERS.some(({ id, is_enabled }) => is_enabled && id === provider_id)) return
  throw missingRelation('provider_id', provider_id)
}

/** @throws invalid_data for a province with fields that only a country has, or without a province code */
export function assertProvince({ parent_id, province_code, provider_id }: Partial<TaxRegionRecord>) {
  if (!parent_id) return
  if (!province_code) throw invalidData('A tax region with a parent must have a province code')
  if (provider_id) throw invalidData('A tax region with a parent has the provider of its country')
}

/** @throws invalid_data unless the parent exists and is in the same country */
export function assertParent(
  { country_code, province_code }: Pick<TaxRegionRecord, 'country_code' | 'province_code'>,
  parent: Pick<TaxRegionRecord, 'country_code'> | undefined,
) {
  const wanted = `You are trying to create a province region with (country: ${country_code}, province: ${province_code}) but parent`
  if (!parent) throw invalidData(`Province region must belong to a parent region. ${wanted} does not exist`)
  if (parent.country_code !== country_code) {
    const expected = `(country: ${parent.country_code})`
    throw invalidData(`Province region must belong to a parent region with the same country code. ${wanted} expects ${expected}`)
  }
}

export type Reference = Pick<TaxRateRule, 'reference' | 'reference_id'>

interface RuleContext extends DecisionContext {
  tax_rate_id: string
  created_by: string | null
}

/**
 * The rules of a rate after replacing them by these; existing ones keep their records.
 * @throws invalid_data for a repeated one
 */
export function rulesOf(wanted: readonly Reference[], present: readonly TaxRateRule[], context: RuleContext): TaxRateRule[] {
  const ids = wanted.map(({ reference_id }) => reference_id)
  const [twice] = repeated(ids)
  if (twice !== undefined) throw alreadyThere(context.tax_rate_id, twice)
  return wanted.map(({ reference, reference_id }) => {
    const known = present.find((one) => one.reference === reference && one.reference_id === reference_id)
    return known ?? ruleOf({ reference, reference_id }, context)
  })
}

/** @throws invalid_data if the rate already has a rule for this */
export function withRule(present: readonly TaxRateRule[], wanted: Reference, context: RuleContext): TaxRateRule[] {
  if (present.some(({ reference_id }) => reference_id === wanted.reference_id)) {
    throw alreadyThere(context.tax_rate_id, wanted.reference_id)
  }
  return [...present, ruleOf(wanted, context)]
}

const alreadyThere = (tax_rate_id: string, reference_id: string) =>
  invalidData(`Tax rate rule with tax_rate_id: ${tax_rate_id}, reference_id: ${reference_id}, already exists.`)

function ruleOf({ reference, reference_id }: Reference, { tax_rate_id, created_by, newId, now }: RuleContext): TaxRateRule {
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  return { id: newId('txrule'), tax_rate_id, reference, reference_id, metadata: null, created_by, ...dates }
}
