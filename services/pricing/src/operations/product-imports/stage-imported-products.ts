import {
  stageImportedProducts as contract,
  type ImportRow,
  invalidData,
  invalidRequest,
  NewProductInput,
  type OperationError,
  type Problem,
  ProductChangeInput,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { importedProduct, keyOfRow, type NamedInFiles } from '../../domain/product-imports/imported-product.ts'
import { LineError } from '../../domain/product-imports/line-error.ts'
import type { ImportedItem } from '../../stores/product-imports.ts'
import { namedInRows } from './named-in-rows.ts'

const MAX_PROBLEMS = 100
type Rows = readonly ImportRow[]

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
      const input = checked(rows, named, product === undefined ? NewProductInput : ProductChangeInput, variantIds)
      const of = { import_id, n, key, line: rows[0]!.line, product_id: product?.id ?? null }
      return [{ _id: `${import_id}:${n}`, ...of, input, state: 'waiting' }]
    } catch (error) {
      problems.push(problemAt(error instanceof LineError ? error.line : rows[0]!.line, (error as Error).message))
      return []
    }
  })
  if (problems.length === 0)
    for (const { line, key } of await deps.productImports.keepItems(items, deadline))
      problems.push(
        problemAt(line, `The product ${key} stands at another place of the file as well: its lines must follow each other`),
      )
  if (problems.length > 0) throw refusalOf(problems)
  return {}
})

function checked(
  rows: Rows,
  named: NamedInFiles,
  schema: typeof NewProductInput | typeof ProductChangeInput,
  variantIds: ReadonlySet<string>,
): object {
  const input = importedProduct(rows, named, variantIds)
  const { error } = schema.safeParse(input)
  if (error)
    throw invalidRequest(error.issues, { input, operation: { ...contract, path: '/admin/products', body: schema }, part: 'body' })
  return input
}

const problemAt = (line: number, message: string): Problem => ({
  path: [line],
  code: 'invalid_data',
  message: `Line ${line}: ${message}`,
})

const refusalOf = (problems: readonly Problem[]): OperationError =>
  invalidData(problems[0]!.message, { errors: problems.slice(0, MAX_PROBLEMS) })
