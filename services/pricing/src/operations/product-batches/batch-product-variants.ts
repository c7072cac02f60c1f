import { batchProductVariants as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { shownVariants } from '../../answers/variant.ts'
import type { Deps } from '../../deps.ts'
import { withRepriced } from '../../domain/products/changed-product.ts'
import { withOnly } from '../../domain/products/product.ts'
import { pricedRevision, withRepricing } from '../../domain/products/repricing.ts'
import { withVariantBatch } from '../../domain/products/variant-batch.ts'
import { assertStockedBy } from '../products/assert-stocked-by.ts'
import { assertNoneReserved, removeLeft } from '../products/leaving-items.ts'
import { makeOwnItems } from '../products/own-items.ts'
import { knownOptions } from '../products/product-references.ts'
import { presentPrices, pricesAfter, replaceVariantPrices, repriced, repricedIds } from '../products/variant-prices.ts'

/**
 * One write for all variants, followed by prices and inventory items: after a failure a repeat of the same request does the rest.
 */
export const batchProductVariants = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const { create = [], update = [], delete: gone = [] } = body
  const [{ record: present }, knownPrices] = await Promise.all([
    deps.products.getAlone(params.id, deadline),
    presentPrices(update, deps, deadline),
    assertStockedBy(create, deps, deadline),
  ])
  const complete = update.map((one) => ({ id: one.id, prices: pricesAfter(one, knownPrices) }))
  const leaving = present.variants.filter(({ id }) => gone.includes(id))
  await assertNoneReserved(leaving, deps, deadline)
  const optionIds = present.options.map(({ id }) => id)
  const options = await knownOptions(optionIds, deps, deadline)
  const newId = request.newIds()
  // The same ids that the decision will draw first.
  const made = create.map(({ prices }) => ({ id: newId('variant'), prices }))
  const pricedMade = made.filter(({ prices = [] }) => prices.length > 0)
  const pricedIds = [...pricedMade, ...complete.filter(({ prices }) => prices)].map(({ id }) => id)
  const written = await deps.products.updateAlone(params.id, command, (product, own) => {
    const next = withRepriced(withVariantBatch(product, body, options, own), repricedIds(complete), own)
    return withRepricing(next, pricedIds, command, own.now)
  })

  const { record } = written
  const variants = new Map(record.variants.map((variant) => [variant.id, variant]))
  const priced = [...made, ...complete].flatMap(({ id, prices }) => {
    const variant = variants.get(id)
    return variant && prices ? [{ variant, prices }] : []
  })
  await replaceVariantPrices(priced, record, { command, newId: request.newIds() }, deps)
  const changed = await repriced(written, command, deps)
  await removeLeft([record], command, deps)
  await makeOwnItems(
    [
      ...create.map((input, at) => ({ input, variant: variants.get(made[at]!.id) })),
      ...update.flatMap((input) => (input.manage_inventory ? [{ input, variant: variants.get(input.id) }] : [])),
    ],
    deps,
    deadline,
  )

  const revision = pricedRevision(changed, Date.now())
  const named = [...made, ...update].flatMap(({ id }) => variants.get(id) ?? [])
  const [stocked] = await deps.products.stocked([withOnly(record, named)], deadline)
  const shown = new Map((await shownVariants(stocked!, deps, deadline)).map((one) => [one.id, one]))
  const shownOf = (all: readonly { id: string }[]) => all.flatMap(({ id }) => shown.get(id) ?? [])
  const deleted = { ids: gone, object: 'variant' as const, deleted: true as const }
  return new Answer({ created: shownOf(made), updated: shownOf(update), deleted }, { revision, others: 'anywhere' })
})
