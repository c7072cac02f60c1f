import { createAttributePossibleValue as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { possibleValueAnswer } from '../../answers/attribute-possible-value.ts'
import type { Deps } from '../../deps.ts'
import { fitting } from '../../domain/attributes/attribute.ts'
import { ownValueOf, withValue } from '../../domain/attributes/possible-value.ts'

export const createAttributePossibleValue = implement(contract, async ({ params, body, command, newIds }, deps: Deps) => {
  const { id } = params
  const changed = await deps.attributes.update(id, command, (attribute, { now }) => {
    const possible_values = withValue(id, attribute.possible_values, body, { newId: newIds(), now })
    return fitting({ ...attribute, possible_values }, attribute)
  })
  const valueId = newIds()('attr_pos_val')
  return possibleValueAnswer(changed, ownValueOf(changed.record.possible_values, valueId))
})
