import { conflict, createVendorProductOption as contract } from '@souk/contracts'
import { type FoundRecord, implement, type RecordCommand } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { linkedOptions } from '../../domain/products/option-links.ts'
import { withOwnOption } from '../../domain/products/own-option.ts'
import type { ProductOptionRecord, ProductRecord } from '../../domain/products/product-record.ts'
import { assertOwnProduct } from '../own-product.ts'
import { optionsOf } from '../products/product-references.ts'
import { withMadeOptions } from '../products/with-made-options.ts'

/** So often a product may get another option at the same time. */
const MAX_TRIES = 20

/** A title that the product has is refused before anything is written. */
export const createVendorProductOption = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  await assertOwnProduct(request, deps)
  const { record: present } = await deps.products.getAlone(params.id, deadline)
  const options = await optionsOf(present, deps, deadline)
  const { made } = linkedOptions([body], options, { newId: request.newIds(), now: new Date().toISOString() })
  const option = made[0]!
  if (!has(present, option)) withOwnOption(present, option, options) // a repeat finds it there
  const changed = await withMadeOptions(made, deps, deadline, () => addOption(params.id, { option, options }, command, deps))
  return productAnswer(changed, request, deps)
})

/** Titles are compared with those of all options that the product has by then. @param options those that it had before */
async function addOption(
  id: string,
  { option, options: first }: { option: ProductOptionRecord; options: Awaited<ReturnType<typeof optionsOf>> },
  command: RecordCommand,
  deps: Deps,
): Promise<FoundRecord<ProductRecord>> {
  let options = first
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changed = await deps.products.update(id, command, (product) => withOwnOption(product, option, options))
    const isAnother = ({ id }: { id: string }) => id !== option.id && !options.has(id)
    if (has(changed.record, option) || !changed.record.options.some(isAnother)) return changed
    options = await optionsOf(changed.record, deps, command.deadline)
  }
  throw conflict('The product got other options meanwhile; try again', { retry_after: 1 })
}

const has = ({ options }: ProductRecord, { id }: ProductOptionRecord) => options.some((link) => link.id === id)
