import type { Comparison, FilterTerm } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { byOption, valueIdsOf, wantedOf } from '../domain/products/option-filter.ts'

const VALUE_ID = 'option_value_id'

/**
 * The comparisons with the values of options by their ids, as variants keep them.
 * @param at where options are named: `variants.options`
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
 * The option values that one variant must have, of those that a list is asked for beside groups of filters: one of each of their
 * options; undefined when it is not asked for any, or for none that there is.
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
