import { listAttributePossibleValues as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownValue } from '../../domain/attributes/possible-value.ts'

export const listAttributePossibleValues = implement(contract, async ({ params, query, deadline }, { attributes }: Deps) => {
  const found = await attributes.find(params.id, deadline)
  const values = (found?.record.possible_values ?? []).map((value) => shownValue(value, params.id))
  const { records, ...page } = pageOf(values, query)
  return { attribute_possible_values: records, ...page }
})
