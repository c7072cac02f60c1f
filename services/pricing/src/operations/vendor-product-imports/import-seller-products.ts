import {
  importSellerProducts as contract,
  forbidden,
  type ImportRow,
  NewSellersProduct,
  type Problem,
  SellersProductChange,
  sellerIdOf,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import { shownProducts } from '../../answers/product.ts'
import type { Deps } from '../../deps.ts'
import { importedProduct, keyOfRow } from '../../domain/product-imports/imported-product.ts'
import type { ProductRecord } from '../../domain/products/product-record.ts'
import { statusOfProposed } from '../../domain/products/submitted-product.ts'
import { mapInTurns } from '../map-in-turns.ts'
import { carryOutBatch } from '../product-batches/carry-out-batch.ts'
import { checkedInput } from '../product-imports/checked-input.ts'
import { problemOf, refusalOf, standsTwice } from '../product-imports/line-problems.ts'
import { namedInRows } from '../product-imports/named-in-rows.ts'
import { type Shipped, withDefaultProfile } from '../vendor-products/with-default-profile.ts'
import { namingLines } from './naming-lines.ts'

type Rows = readonly ImportRow[]

const NO_IMPORTS = 'Products cannot be imported: the marketplace has disabled imports'

export const importSellerProducts = implement(contract, async (request, deps: Deps) => {
  const { body, deadline } = request
  const seller_id = sellerIdOf(request.actor)
  const configuration = await deps.configurationRules.inForce(deadline)
  if (!configuration.product_import_enabled) throw forbidden(NO_IMPORTS)
  const [named, own] = await Promise.all([
    namedInRows(body.products.flat(), deps, deadline),
    ownProducts(body.products, seller_id, deps, deadline),
  ])
  const problems = repeatedKeys(body.products)
  const read = await mapInTurns(body.products, (rows) => {
    const product = own.get(rows[0]!.values['product id'] ?? '')
    try {
      // An export contains the status of each product, which sellers do not decide.
      const { status: _status, ...sent } = importedProduct(rows, named, new Set(product?.variants.map(({ id }) => id)))
      const input = checkedInput(sent, product ? SellersProductChange : NewSellersProduct)
      return [{ line: rows[0]!.line, product, input }]
    } catch (error) {
      problems.push(problemOf(error, rows[0]!.line))
      return []
    }
  })
  const items = read.flat()
  if (problems.length > 0) throw refusalOf(problems)

  const making = items.filter(({ product }) => !product)
  const changing = items.filter(({ product }) => product)
  const proposed = making.map(({ input }) => ({ ...input, status: statusOfProposed(configuration) }))
  const batch = {
    create: (await withDefaultProfile(proposed as Shipped[], deps, deadline)) as never,
    update: changing.map(({ input, product }) => ({ ...input, id: product!.id })) as never,
    delete: [],
    seller_id,
    changesFirst: true as const,
  }
  const lines = { create: making.map(({ line }) => line), update: changing.map(({ line }) => line) }
  const { created, updated } = await namingLines(lines, () => carryOutBatch(batch, request, deps))
  const made = new Map([
    ...making.map((one, at) => [one, created[at]!] as const),
    ...changing.map((one, at) => [one, updated[at]!] as const),
  ])
  return {
    products: await shownProducts(
      items.map((one) => made.get(one)!),
      request,
      deps,
    ),
  }
})

/** Those of the products in the lines that belong to the seller, by id. */
async function ownProducts(products: readonly Rows[], seller_id: string, deps: Deps, deadline: number) {
  const ids = products.flatMap(([row]) => row!.values['product id'] ?? [])
  const found = await deps.products.findAlone([...new Set(ids)], deadline)
  const own = found.filter((product): product is ProductRecord => product?.seller_id === seller_id)
  return new Map(own.map((product) => [product.id, product]))
}

/** The problems of lines with a product that earlier lines already had, or without one. */
function repeatedKeys(products: readonly Rows[]): Problem[] {
  const keys = new Set<string>()
  return products.flatMap(([row]) => {
    try {
      const key = keyOfRow(row!)
      if (keys.has(key)) return [standsTwice(row!.line, key)]
      keys.add(key)
      return []
    } catch (error) {
      return [problemOf(error, row!.line)]
    }
  })
}
