import { deleteProductOptionValue as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { unknownValue, withoutValue } from '../../domain/product-options/option-value.ts'
import { assertValuesUnused } from '../product-options/assert-unused.ts'

/** A product that gets the value meanwhile does not show it. */
export const deleteProductOptionValue = implement(contract, async ({ params, command, deadline }, deps: Deps) => {
  const { id, value_id } = params
  const option = await deps.productOptions.find(id, deadline)
  if (!option) throw unknownValue(id, value_id)
  // Products that have all values of the option do not have one that is gone: the update decides whether this is a retry.
  const present = option.record.values.filter((value) => value.id === value_id).map((value) => value.id)
  await assertValuesUnused(id, present, deps, deadline)
  const { revision } = await deps.productOptions.update(id, command, (option) => withoutValue(option, value_id))
  return deletionAnswer('product_option_value', value_id, { revision })
})
