import { type DecisionContext, invalidData, missingRelation, type ProductOptionInput } from '@souk/contracts'
import { repeated } from '../lists/repeated.ts'
import { optionValues } from '../product-options/product-option.ts'
import type { ProductOptionLink, ProductOptionRecord } from './product-record.ts'

/** @throws not_found for a value that the option does not have */
export function assertValues({ values }: ProductOptionRecord, ids: readonly string[] = []) {
  const unknown = ids.find((id) => !values.some((value) => value.id === id))
  if (unknown !== undefined) throw missingRelation('product_option_value_id', unknown)
}

/**
 * A link to these of the option's values. Absent: to all that it has now, so that values which it gets later are offered only on
 * products that add them, as at the peers.
 * @throws not_found for a value that the option does not have
 */
export function linkTo(option: ProductOptionRecord, value_ids?: readonly string[]): ProductOptionLink {
  assertValues(option, value_ids)
  return { id: option.id, value_ids: value_ids ? [...value_ids] : option.values.map(({ id }) => id) }
}

/** Links to existing options, and new options that are created for them. @throws invalid_data; not_found, as above */
export function linkedOptions(
  inputs: readonly ProductOptionInput[],
  known: ReadonlyMap<string, ProductOptionRecord>,
  context: DecisionContext,
): { links: ProductOptionLink[]; made: ProductOptionRecord[] } {
  const made: ProductOptionRecord[] = []
  const missing = inputs.flatMap((input) => ('id' in input && !known.has(input.id) ? [input.id] : []))
  if (missing.length > 0) throw invalidData(`Some product options were not found: [${missing.join(', ')}]`)
  const links = inputs.map((input): ProductOptionLink => {
    if ('id' in input) return linkTo(known.get(input.id)!, input.value_ids)
    const { title, values, ranks, is_exclusive = true, metadata = null } = input
    const id = context.newId('opt')
    const dates = { created_at: context.now, updated_at: context.now, deleted_at: null }
    const option = { id, title, is_exclusive, values: optionValues(id, { values, ranks }, [], context), metadata, ...dates }
    made.push(option)
    return linkTo(option)
  })
  return { links, made }
}

/** @throws invalid_data if a product names an option twice */
export function assertLinkedOnce(title: string, inputs: readonly ProductOptionInput[]) {
  const ids = inputs.flatMap((input) => ('id' in input ? [input.id] : []))
  const twice = repeated(ids)
  if (twice.length > 0) throw invalidData(`Product "${title}" has duplicate option assignments: [${twice.join(', ')}]`)
}
