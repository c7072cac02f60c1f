import { updateAttributePossibleValue as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { possibleValueAnswer } from '../../answers/attribute-possible-value.ts'
import type { Deps } from '../../deps.ts'
import { fitting } from '../../domain/attributes/attribute.ts'
import { ownValueOf, unknownValue, withChangedValue } from '../../domain/attributes/possible-value.ts'

export const updateAttributePossibleValue = implement(contract, async ({ params, body, command }, deps: Deps) => {
  const { id, value_id } = params
  const missing = () => unknownValue(value_id)
  const { id: _id, ...change } = body
  const changed = await deps.attributes.update(id, { ...command, missing }, (attribute, context) => {
    const possible_values = withChangedValue(id, attribute.possible_values, value_id, change, context)
    return fitting({ ...attribute, possible_values }, attribute)
  })
  return possibleValueAnswer(changed, ownValueOf(changed.record.possible_values, value_id))
})
