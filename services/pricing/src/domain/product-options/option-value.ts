import { type DecisionContext, invalidData, type Metadata, mergeMetadata, notFound } from '@souk/contracts'
import type { OptionValueRecord, ProductOptionRecord } from '../products/product-record.ts'

/** @throws not_found */
export function ownValueOf({ id, values }: Pick<ProductOptionRecord, 'id' | 'values'>, valueId: string): OptionValueRecord {
  const found = values.find((value) => value.id === valueId)
  if (!found) throw unknownValue(id, valueId)
  return found
}

export const unknownValue = (option_id: string, valueId: string) =>
  notFound(`Product option value with id "${valueId}" was not found for option with id "${option_id}"`)

/** The very same option if nothing changes. @throws not_found; invalid_data if another of its values has this name */
export function withChangedValue(
  option: ProductOptionRecord,
  valueId: string,
  change: { value?: string | undefined; metadata?: Metadata | undefined },
  { now }: Pick<DecisionContext, 'now'>,
): ProductOptionRecord {
  const present = ownValueOf(option, valueId)
  const { value = present.value } = change
  if (option.values.some((other) => other !== present && other.value === value))
    throw invalidData(`Product option value with option_id: ${option.id}, value: ${value}, already exists.`)
  const metadata = change.metadata === undefined ? present.metadata : mergeMetadata(present.metadata, change.metadata)
  if (value === present.value && metadata === present.metadata) return option
  const changed = { ...present, value, metadata, updated_at: now }
  return { ...option, values: option.values.map((one) => (one === present ? changed : one)) }
}

/** @throws not_found */
export function withoutValue(option: ProductOptionRecord, valueId: string): ProductOptionRecord {
  const gone = ownValueOf(option, valueId)
  return { ...option, values: option.values.filter((value) => value !== gone) }
}
