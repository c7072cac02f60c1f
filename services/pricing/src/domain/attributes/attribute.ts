import { isDeepStrictEqual } from 'node:util'
import {
  type Attribute,
  type DecisionContext,
  definedOf,
  invalidData,
  OperationError,
  outgrows,
  type PossibleValueChangeInput,
} from '@souk/contracts'
import { type PossibleValueRecord, possibleValues } from './possible-value.ts'

/** An attribute as it is kept, with its possible values inside. */
export type AttributeRecord = Omit<Attribute, 'possible_values' | 'product_categories'> & {
  possible_values: PossibleValueRecord[]
  /** Those that are gone by now count for nothing. */
  product_category_ids: string[]
}

/** A page of a product is shown all attributes that apply to it. */
const MAX_KIB = 256

type Change = Partial<Omit<AttributeRecord, 'id' | 'possible_values'>>

/**
 * The attribute as a request changes it; the very same one where nothing changes. Metadata takes the place of all that was there,
 * as with the peer.
 * @throws invalid_data
 */
export function changedAttribute(
  attribute: AttributeRecord,
  {
    possible_values,
    ...plain
  }: { [Name in keyof Change]?: Change[Name] | undefined } & {
    possible_values?: readonly PossibleValueChangeInput[] | undefined
  },
  context: DecisionContext,
): AttributeRecord {
  const before = attribute.possible_values
  const values = possible_values ? possibleValues(attribute.id, possible_values, before, context) : before
  return fitting({ ...attribute, ...definedOf(plain), possible_values: values }, attribute)
}

/**
 * The attribute, or the very one that was there where nothing changed.
 * @throws invalid_data for one that is too large; one that was so already may shrink
 */
export function fitting(attribute: AttributeRecord, before?: AttributeRecord): AttributeRecord {
  if (before && isDeepStrictEqual(attribute, before)) return before
  if (outgrows(attribute, before, MAX_KIB * 1024))
    throw invalidData(`An attribute holds at most ${MAX_KIB} KiB as JSON, with its possible values`)
  return attribute
}

/** The refusal of a name that another living attribute has, as the peer refuses it. */
export const takenName = (name: string) =>
  new OperationError('conflict', `Attributes ${name} already exist`, { code: 'invalid_state_error' })
