import { createVendorProductOption as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { linkedOptions } from '../../domain/products/new-product.ts'
import { withOwnOption } from '../../domain/products/own-option.ts'
import { assertOwnProduct } from '../own-product.ts'
import { knownOptions } from '../products/product-references.ts'
import { withMadeOptions } from '../products/with-made-options.ts'

/** What the product does not allow is refused before anything is written. */
export const createVendorProductOption = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  await assertOwnProduct(request, deps)
  const { record: present } = await deps.products.getAlone(params.id, deadline)
  const options = await knownOptions(
    present.options.map(({ id }) => id),
    deps,
    deadline,
  )
  const { made } = linkedOptions([body], options, { newId: request.newIds(), now: new Date().toISOString() })
  const [option] = made
  const isMade = present.options.some(({ id }) => id === option!.id) // a repeat finds it there
  if (!isMade) withOwnOption(present, option!, { present, options })
  const changed = await withMadeOptions(made, deps, deadline, () =>
    deps.products.update(params.id, command, (product) => withOwnOption(product, option!, { present, options })),
  )
  return productAnswer(changed, request, deps)
})
