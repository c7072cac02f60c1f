import { type BodyOf, batchProductOptions as contract, missingRelation } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { productAnswer } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { assertNamedOnce } from '../../domain/lists/assert-named-once.ts'
import { withOptionBatch } from '../../domain/products/option-batch.ts'
import { linkedOptions } from '../../domain/products/option-links.ts'
import { removeLeft } from '../products/leaving-items.ts'
import { assertFreeOptions } from '../products/own-options.ts'
import { knownOptions } from '../products/product-references.ts'
import { withMadeOptions } from '../products/with-made-options.ts'
import { type AddedValues, withAddedValues } from './with-added-values.ts'

type Body = BodyOf<typeof contract>

/**
 * A change that the product does not allow is refused before anything is written. Options and values are created before they are
 * added to the product: as global ones, unless they are marked as exclusive.
 */
export const batchProductOptions = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { add = [], remove = [], update = [] } = body
  assertNamedOnce('Product option', namedIn(body))
  const { record: present } = await deps.products.getAlone(params.id, deadline)
  const known = await knownOptions([...present.options.map(({ id }) => id), ...namedIn(body)], deps, deadline)
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  const unknown = add
    .flatMap((one) => (typeof one === 'string' ? [one] : 'id' in one ? [one.id] : []))
    .find((id) => !known.has(id))
  if (unknown !== undefined) throw missingRelation('product_option_id', unknown)
  const { links, made } = linkedOptions(
    add.map((one) => (typeof one === 'string' ? { id: one } : 'id' in one ? one : { is_exclusive: false, ...one })),
    known,
    context,
  )
  const options = new Map([...known, ...made.map((option) => [option.id, option] as const)])
  const batch = {
    add: links.map(({ id, value_ids }) => ({ id, ...(value_ids && { value_ids }) })),
    remove,
    update: update.map((one) => ({ product_option_id: one.product_option_id, add: one.add ?? [], remove: one.remove ?? [] })),
  }
  await assertFreeOptions(
    batch.add.map(({ id }) => id).filter((id) => known.has(id)),
    { known, product_ids: [params.id] },
    deps,
    deadline,
  )
  const isNew = ({ id }: { id: string }) => !present.options.some((link) => link.id === id) // a repeat finds them already linked
  withOptionBatch(present, { ...batch, add: batch.add.filter(isNew) }, options)

  const changed = await withMadeOptions(made, deps, deadline, () =>
    withAddedValues(addedBy(body), { product_id: params.id, command, deps }, (valued) => {
      for (const option of valued) options.set(option.id, option)
      return deps.products.update(params.id, command, (product) => withOptionBatch(product, batch, options))
    }),
  )
  await removeLeft([changed.record], command, deps)
  return productAnswer(changed, request, deps)
})

/** The values to add to options. */
const addedBy = ({ update = [] }: Body): AddedValues[] =>
  update.flatMap(({ product_option_id: id, add = [] }) => {
    const values = add.flatMap((one) => (typeof one === 'string' ? [] : [one.value]))
    return values.length === 0 ? [] : [{ id, values }]
  })

const namedIn = ({ add = [], remove = [], update = [] }: Body) => [
  ...add.flatMap((one) => (typeof one === 'string' ? [one] : 'id' in one ? [one.id] : [])),
  ...remove,
  ...update.map(({ product_option_id }) => product_option_id),
]
