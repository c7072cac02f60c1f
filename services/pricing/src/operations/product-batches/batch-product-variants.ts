import { batchProductVariants as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { withVariantBatch } from '../../domain/products/variant-batch.ts'
import { removeListPrices } from '../prices-of-products.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import { assertNoneReserved, removeItemsOf } from '../products/leaving-items.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { knownOptions } from '../products/product-references.ts'
import { pricesAfter, pricesToComplete, replaceVariantPrices } from '../products/variant-prices.ts'

/** One write for all variants; then prices and inventory items, of which a repeat of the same request does what a failure left undone. */
export const batchProductVariants = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { create = [], update = [], delete: gone = [] } = body
  const [{ record: present }, knownPrices] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    pricesToComplete(update, deps, deadline),
    assertStockedBy(create, deps, deadline),
  ])
  const complete = update.map((one) => ({ id: one.id, prices: pricesAfter(one, knownPrices) }))
  const leaving = present.variants.filter(({ id }) => gone.includes(id))
  await assertNoneReserved(leaving, deps, deadline)
  const optionIds = present.options.map(({ id }) => id)
  const options = await knownOptions(optionIds, deps, deadline)
  const newId = request.newIds()
  const made = create.map(({ prices }) => ({ id: newId('variant'), prices })) // the first ids of their kind that the decision draws
  const changed = await deps.products.updateAlone(params.id, command, (product, own) =>
    withVariantBatch(product, body, options, own),
  )

  const { record, revision } = changed
  const variants = new Map(record.variants.map((variant) => [variant.id, variant]))
  const priced = [...made, ...complete].flatMap(({ id, prices }) => {
    const variant = variants.get(id)
    return variant && prices ? [{ variant, prices }] : []
  })
  await replaceVariantPrices(priced, record, { command, newId: request.newIds() }, deps)
  await removeListPrices(gone, command, deps)
  await removeItemsOf(leaving, command, deps)
  await makeOwnItems(
    create.map((input, at) => ({ input, variant: variants.get(made[at]!.id) })),
    deps,
    deadline,
  )

  const named = [...made, ...update].flatMap(({ id }) => variants.get(id) ?? [])
  const [stocked] = await deps.products.stocked([{ ...record, variants: named }], deadline)
  const shown = new Map((await shownVariants(stocked!, deps, deadline)).map((one) => [one.id, one]))
  const shownOf = (all: readonly { id: string }[]) => all.flatMap(({ id }) => shown.get(id) ?? [])
  const deleted = { ids: gone, object: 'variant' as const, deleted: true as const }
  return new Answer({ created: shownOf(made), updated: shownOf(update), deleted }, { revision, others: 'anywhere' })
})
