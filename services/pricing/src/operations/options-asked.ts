import type { Comparison, FilterTerm } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { byOption, valueIdsOf, wantedOf } from '../domain/products/option-filter.ts'

const VALUE_ID = 'option_value_id'

/**
 * The comparisons, those with options and values of options replaced by one with the ids of values, which variants store.
 * @param at the path of options: `variants.options`
 */
export async function withOptionValues(
  comparisons: readonly Comparison[],
  at: string,
  { productOptions }: Pick<Deps, 'productOptions'>,
  deadline: number,
): Promise<Comparison[]> {
  const ofOptions = wantedOf(comparisons, `${at}.option_id`)
  const texts = wantedOf(comparisons, `${at}.value`)
  const others = comparisons.filter(({ field }) => !field.startsWith(`${at}.`))
  if (!ofOptions && !texts) return others
  const found = await productOptions.list(ofOptions ? { _id: { $in: ofOptions } } : { 'values.value': { $in: texts! } }, deadline)
  return [...others, { field: VALUE_ID, operator: 'in', value: valueIdsOf(found, texts) }]
}

/**
 * A condition for the option values that one variant must have, from the filter of a list outside groups: one value of each named
 * option; undefined if the list is not filtered by any, or only by unknown ones.
 */
export async function variantWith(
  filter: readonly FilterTerm[],
  { productOptions }: Pick<Deps, 'productOptions'>,
  deadline: number,
) {
  const wanted = wantedOf(filter, VALUE_ID)
  if (!wanted) return undefined
  const options = byOption(await productOptions.list({ 'values.id': { $in: wanted } }, deadline), wanted)
  return options.length === 0 ? undefined : { $and: options.map((ids) => ({ option_value_ids: { $in: ids } })) }
}
