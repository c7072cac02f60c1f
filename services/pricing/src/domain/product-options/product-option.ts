import { type DecisionContext, invalidData, type Metadata, type ProductOption, replacingMetadata } from '@souk/contracts'
import { repeated } from '../lists/repeated.ts'
import { shownValue } from '../products/product-parts.ts'
import type { OptionValueRecord, ProductOptionRecord } from '../products/product-record.ts'

type Ranks = Readonly<Record<string, number>>

/**
 * The values of the option with this id, in order. Existing ones keep their ids, and also their ranks unless new ones are given.
 * @throws invalid_data for a repeated value, and for a rank of something that is not a value
 */
export function optionValues(
  id: string,
  { values, ranks }: { values: readonly string[]; ranks?: Ranks | undefined },
  before: readonly OptionValueRecord[],
  { newId, now }: DecisionContext,
): OptionValueRecord[] {
  const [twice] = repeated(values)
  if (twice !== undefined) throw invalidData(`Product option value with option_id: ${id}, value: ${twice}, already exists.`)
  const unknown = Object.keys(ranks ?? {}).find((value) => !values.includes(value))
  if (unknown !== undefined) throw invalidData(`Value "${unknown}" is assigned a rank but is not defined in the list of values.`)
  const known = new Map(before.map((value) => [value.value, value]))
  return values.map((value) => {
    const present = known.get(value)
    const rank = ranks?.[value] ?? present?.rank ?? null
    if (present) return present.rank === rank ? present : { ...present, rank, updated_at: now }
    return { id: newId('optval'), value, rank, metadata: null, created_at: now, updated_at: now }
  })
}

export interface OptionChange {
  title?: string | undefined
  values?: readonly string[] | undefined
  ranks?: Ranks | undefined
  is_exclusive?: boolean | undefined
  metadata?: Metadata | undefined
}

/**
 * The very same option if nothing changes. Metadata is replaced as a whole, as with the peers.
 * @throws invalid_data as above, and if a global option would become exclusive
 */
export function changedOption(option: ProductOptionRecord, change: OptionChange, context: DecisionContext): ProductOptionRecord {
  if (!option.is_exclusive && change.is_exclusive)
    throw invalidData(`Cannot change product option: ${option.id} from global to exclusive.`)
  const present = option.values.map(({ value }) => value)
  const values = optionValues(option.id, { values: change.values ?? present, ranks: change.ranks }, option.values, context)
  const isSame = values.length === option.values.length && values.every((value, at) => value === option.values[at])
  const { title = option.title, is_exclusive = option.is_exclusive } = change
  const metadata = change.metadata === undefined ? option.metadata : replacingMetadata(change.metadata)
  const isOther = title !== option.title || is_exclusive !== option.is_exclusive || metadata !== option.metadata
  return isSame && !isOther ? option : { ...option, title, is_exclusive, metadata, values: isSame ? option.values : values }
}

/** The option as answers show it by itself. */
export const shownOption = ({ values, ...option }: ProductOptionRecord): ProductOption => ({
  ...option,
  product_id: null,
  values: values.map((value) => shownValue(value, option.id)),
})
