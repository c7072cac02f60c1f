import { batchProductVariants as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { newBasePrices } from '../../domain/products/new-variant.ts'
import { withVariantBatch } from '../../domain/products/variant-batch.ts'
import { replaceBasePrices } from '../../stores/base-prices.ts'
import { removeListPrices } from '../prices-of-products.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import { knownOptions } from '../products/product-references.ts'

/** One write for all variants; then prices, of which a repeat of the same request does what a failure left undone. */
export const batchProductVariants = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { create = [], update = [], delete: gone = [] } = body
  const [{ record: present }] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    assertStockedBy(create, deps, deadline),
  ])
  const optionIds = present.options.map(({ id }) => id)
  const options = await knownOptions(optionIds, deps, deadline)
  const newId = request.newIds()
  const made = create.map(({ prices }) => ({ id: newId('variant'), prices })) // the first ids of their kind that the decision draws
  const changed = await deps.products.update(params.id, command, (product, own) => withVariantBatch(product, body, options, own))

  const { record, revision } = changed
  const variants = new Map(record.variants.map((variant) => [variant.id, variant]))
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  const priced = [...made, ...update].flatMap(({ id, prices }) => {
    const variant = variants.get(id)
    return variant && prices ? [{ variant, prices }] : []
  })
  const wanted = priced.flatMap(({ variant, prices }) => newBasePrices(prices, variant, { seller_id: record.seller_id, context }))
  await replaceBasePrices(
    deps.prices,
    priced.map(({ variant }) => variant.id),
    wanted,
    { ...command, fate: undefined },
  )
  await removeListPrices(gone, command, deps)

  const named = [...made, ...update].flatMap(({ id }) => variants.get(id) ?? [])
  const shown = new Map((await shownVariants({ ...record, variants: named }, deps, deadline)).map((one) => [one.id, one]))
  const shownOf = (all: readonly { id: string }[]) => all.flatMap(({ id }) => shown.get(id) ?? [])
  const deleted = { ids: gone, object: 'variant' as const, deleted: true as const }
  return new Answer({ created: shownOf(made), updated: shownOf(update), deleted }, { revision, others: 'anywhere' })
})
