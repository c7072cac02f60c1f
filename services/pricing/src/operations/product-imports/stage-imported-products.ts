import { stageImportedProducts as contract, NewProductInput, type Problem, ProductChangeInput } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { importedProduct, keyOfRow } from '../../domain/product-imports/imported-product.ts'
import type { ImportedItem } from '../../stores/imported-items.ts'
import { checkedInput } from './checked-input.ts'
import { problemOf, refusalOf, standsTwice } from './line-problems.ts'
import { namedInRows } from './named-in-rows.ts'

export const stageImportedProducts = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { import_id, first, products } = body
  const ids = products.map(([row]) => row!.values['product id'])
  const [named, present] = await Promise.all([
    namedInRows(products.flat(), deps, deadline),
    deps.products.findAlone(
      ids.flatMap((id) => id ?? []),
      deadline,
    ),
    deps.productImports.get(import_id, deadline),
  ])
  const known = new Map(present.flatMap((product) => (product ? [[product.id, product]] : [])))
  const problems: Problem[] = []
  const items = products.flatMap((rows, at): ImportedItem[] => {
    const product = known.get(ids[at] ?? '')
    const variantIds = new Set(product?.variants.map(({ id }) => id))
    try {
      const n = first + at
      const key = keyOfRow(rows[0]!)
      const input = checkedInput(importedProduct(rows, named, variantIds), product ? ProductChangeInput : NewProductInput)
      const of = { import_id, n, key, line: rows[0]!.line, product_id: product?.id ?? null }
      return [{ _id: `${import_id}:${n}`, ...of, input, state: 'waiting' }]
    } catch (error) {
      problems.push(problemOf(error, rows[0]!.line))
      return []
    }
  })
  if (problems.length === 0)
    for (const { line, key } of await deps.productImports.keepItems(items, deadline)) problems.push(standsTwice(line, key))
  if (problems.length > 0) throw refusalOf(problems)
  return {}
})
