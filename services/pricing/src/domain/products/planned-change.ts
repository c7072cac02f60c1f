import type { DecisionContext, ProductChangeInput } from '@souk/contracts'
import { linkedOptions } from './option-links.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'

type Options = ReadonlyMap<string, ProductOptionRecord>

export interface PlannedChange {
  /** Includes the ids of options that are to be created. */
  input: ProductChangeInput
  /** Options that must exist before the product is changed. */
  made: ProductOptionRecord[]
  /** All options that the product has or gets. */
  options: Options
}

/**
 * The records that a change of a product needs: options with titles that it does not have yet are created for it.
 * @param known at least the options that it has and those that are named
 * @throws invalid_data
 */
export function plannedChange(
  present: Pick<ProductRecord, 'options'>,
  input: ProductChangeInput,
  known: Options,
  context: DecisionContext,
): PlannedChange {
  const titles = new Set(present.options.map(({ id }) => known.get(id)?.title))
  const added = (input.options ?? []).filter((option) => 'title' in option && !titles.has(option.title))
  const { made } = linkedOptions(added, known, context)
  const linked = input.options?.map((option) => {
    const own = 'title' in option ? made.find(({ title }) => title === option.title) : undefined
    return own ? { id: own.id } : option
  })
  const options = new Map([...known, ...made.map((option) => [option.id, option] as const)])
  return { input: { ...input, options: linked }, made, options }
}

/** The options that a change names by their ids. */
export const optionIdsOf = ({ options = [], option_ids = [] }: Pick<ProductChangeInput, 'options' | 'option_ids'>): string[] => [
  ...option_ids,
  ...options.flatMap((option) => ('id' in option ? [option.id] : [])),
]
