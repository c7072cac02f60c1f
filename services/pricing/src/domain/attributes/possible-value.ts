import { isDeepStrictEqual } from 'node:util'
import {
  type AttributePossibleValue,
  type DecisionContext,
  definedOf,
  invalidData,
  notFound,
  type PossibleValueChangeInput,
  replacingMetadata,
} from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import { repeated } from '../lists/repeated.ts'

export type PossibleValueRecord = Omit<AttributePossibleValue, 'attribute_id' | 'deleted_at'>

/** Most possible values of an attribute. */
const MAX_VALUES = 500

/**
 * The values that an attribute has afterwards. An input without an id changes the present one of that value, or adds a new one;
 * the default rank of a new one is its index.
 * @throws invalid_data for an id that the attribute does not have, for a new one without a value, and for one that is named
 * twice
 */
export function possibleValues(
  attributeId: string,
  inputs: readonly PossibleValueChangeInput[],
  before: readonly PossibleValueRecord[],
  context: DecisionContext,
): PossibleValueRecord[] {
  const values = inputs.map((input, at) => {
    const present = before.find(({ id, value }) => (input.id === undefined ? value === input.value : id === input.id))
    if (present) return changedValue(present, input, context)
    if (input.id !== undefined) throw invalidData(`Attribute ${attributeId} has no possible value with id ${input.id}`)
    if (input.value === undefined) throw invalidData(`Invalid request: Field 'possible_values, ${at}, value' is required`)
    const { value, rank = at, metadata } = input
    return newValue({ value, rank, metadata }, context)
  })
  return apart(attributeId, values)
}

/** @throws invalid_data if the attribute already has it, or has as many as allowed */
export const withValue = (
  attributeId: string,
  before: readonly PossibleValueRecord[],
  input: { value: string; rank: number; metadata?: PossibleValueRecord['metadata'] | undefined },
  context: DecisionContext,
): PossibleValueRecord[] => apart(attributeId, [...before, newValue(input, context)])

/** @throws not_found; invalid_data if another value of the attribute has this name */
export function withChangedValue(
  attributeId: string,
  before: readonly PossibleValueRecord[],
  valueId: string,
  input: Omit<PossibleValueChangeInput, 'id'>,
  context: DecisionContext,
): PossibleValueRecord[] {
  const present = ownValueOf(before, valueId)
  const changed = changedValue(present, input, context)
  return apart(
    attributeId,
    before.map((one) => (one === present ? changed : one)),
  )
}

/** @throws not_found */
export function ownValueOf(values: readonly PossibleValueRecord[], id: string): PossibleValueRecord {
  const found = values.find((value) => value.id === id)
  if (!found) throw unknownValue(id)
  return found
}

export const unknownValue = (id: string) => notFound(`AttributePossibleValue id not found: ${id}`)

/** A value as answers show it. */
export const shownValue = (value: PossibleValueRecord, attribute_id: string): AttributePossibleValue => ({
  ...value,
  attribute_id,
  deleted_at: null,
})

const newValue = (
  { value, rank, metadata = null }: { value: string; rank: number; metadata?: PossibleValueRecord['metadata'] | undefined },
  { newId, now }: DecisionContext,
): PossibleValueRecord => ({ id: newId('attr_pos_val'), value, rank, metadata, created_at: now, updated_at: now })

function changedValue(
  present: PossibleValueRecord,
  { id: _id, ...input }: PossibleValueChangeInput,
  { now }: Pick<DecisionContext, 'now'>,
): PossibleValueRecord {
  const metadata = input.metadata === undefined ? present.metadata : replacingMetadata(input.metadata)
  const changed = { ...present, ...definedOf(input), metadata }
  return isDeepStrictEqual(changed, present) ? present : { ...changed, updated_at: now }
}

function apart(attribute_id: string, values: PossibleValueRecord[]): PossibleValueRecord[] {
  const [twice] = repeated(values.map(({ value }) => value))
  if (twice !== undefined)
    throw invalidData(`Attribute possible value with attribute_id: ${attribute_id}, value: ${twice}, already exists.`)
  const ids = values.map(({ id }) => id)
  assertNamedOnce('Attribute possible value', ids)
  if (values.length > MAX_VALUES) throw invalidData(`An attribute has at most ${MAX_VALUES} possible values`)
  return values
}
