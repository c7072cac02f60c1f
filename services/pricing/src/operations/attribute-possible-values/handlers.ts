import { attributePossibleValueOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createAttributePossibleValue } from './create-attribute-possible-value.ts'
import { getAttributePossibleValue } from './get-attribute-possible-value.ts'
import { listAttributePossibleValues } from './list-attribute-possible-values.ts'
import { updateAttributePossibleValue } from './update-attribute-possible-value.ts'

export const attributePossibleValueHandlers = implementAll(attributePossibleValueOperations, {
  listAttributePossibleValues,
  createAttributePossibleValue,
  getAttributePossibleValue,
  updateAttributePossibleValue,
})
