import { getAttributePossibleValue as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { possibleValueAnswer } from '../../answers/attribute-possible-value.ts'
import type { Deps } from '../../deps.ts'
import { ownValueOf, unknownValue } from '../../domain/attributes/possible-value.ts'

export const getAttributePossibleValue = implement(contract, async ({ params, deadline }, { attributes }: Deps) => {
  const found = await attributes.find(params.id, deadline)
  if (!found) throw unknownValue(params.value_id)
  return possibleValueAnswer(found, ownValueOf(found.record.possible_values, params.value_id))
})
