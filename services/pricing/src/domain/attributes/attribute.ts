import { isDeepStrictEqual } from 'node:util'
import {
  type Attribute,
  type DecisionContext,
  definedOf,
  invalidData,
  OperationError,
  outgrows,
  type PossibleValueChangeInput,
  replacingMetadata,
} from '@souk/contracts'
import { type PossibleValueRecord, possibleValues } from './possible-value.ts'

/** An attribute as stored, including its possible values. */
export type AttributeRecord = Omit<Attribute, 'possible_values' | 'product_categories'> & {
  possible_values: PossibleValueRecord[]
  /** Ids of deleted categories are ignored. */
  product_category_ids: string[]
}

/** Pages of a product get all attributes that apply to it. */
const MAX_KIB = 256

type Change = Partial<Omit<AttributeRecord, 'id' | 'possible_values'>>

/**
 * The attribute after a change; the very same one if nothing changes. Metadata is replaced as a whole, as with the peer.
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
  const metadata = plain.metadata === undefined ? attribute.metadata : replacingMetadata(plain.metadata)
  return fitting({ ...attribute, ...definedOf(plain), metadata, possible_values: values }, attribute)
}

/**
 * The attribute, or the very same one as before if nothing changed.
 * @throws invalid_data if it is too large; one that already was may shrink
 */
export function fitting(attribute: AttributeRecord, before?: AttributeRecord): AttributeRecord {
  if (before && isDeepStrictEqual(attribute, before)) return before
  if (outgrows(attribute, before, MAX_KIB * 1024))
    throw invalidData(`An attribute holds at most ${MAX_KIB} KiB as JSON, with its possible values`)
  return attribute
}

/** The refusal of a name that another living attribute has, with the peer's text. */
export const takenName = (name: string) =>
  new OperationError('conflict', `Attributes ${name} already exist`, { code: 'invalid_state_error' })
