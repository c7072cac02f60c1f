import type { ImportRow } from '@souk/contracts'
import { invalidData } from '@souk/contracts'
import { readRows } from './csv-rows.ts'

/**
 * Most characters of all lines of one product, as text and as JSON. No real product is longer. A text that the line before has in
 * the same column counts once, as exports repeat what is the product's.
 */
const MAX_TEXT = 400 * 1024
const MAX_JSON = 4 * 1024 * 1024
/** Most products in a batch: characters of their JSON, and their number. */
const BATCH_JSON = 200 * 1024
const BATCH = 100

type Product = ImportRow[]

/**
 * Reads products from a CSV file, batch by batch and no faster than they are consumed: consecutive lines that name the same
 * product form one product.
 * @throws invalid_data naming the line
 */
export async function* readProducts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Product[]> {
  let batch: Product[] = []
  let product: Product = []
  let [batchJson, productText, productJson] = [0, 0, 0]
  for await (const row of readRows(bytes)) {
    if (product.length > 0 && nameOf(row) !== nameOf(product[0]!)) {
      batch.push(product)
      batchJson += productJson
      ;[product, productText, productJson] = [[], 0, 0]
      if (batchJson > BATCH_JSON || batch.length >= BATCH) {
        yield batch
        ;[batch, batchJson] = [[], 0]
      }
    }
    const { text, json } = lengthOf(row, product.at(-1))
    product.push(row)
    productText += text
    productJson += json
    if (productText > MAX_TEXT) throw tooLong(row, `${MAX_TEXT / 1024} KiB`)
    if (productJson > MAX_JSON) throw tooLong(row, `${MAX_JSON / 1024 / 1024} MiB with the names of their columns`)
  }
  if (product.length > 0) batch.push(product)
  if (batch.length > 0) yield batch
}

const nameOf = ({ values }: ImportRow) => values['product id'] ?? values['product handle'] ?? values['product title']

/** The length of a row as text, and approximately as JSON: with quotation marks and commas, without escapes. */
function lengthOf({ values }: ImportRow, former: ImportRow | undefined): { text: number; json: number } {
  let [text, json] = [0, 25]
  for (const [name, value] of Object.entries(values)) {
    if (former?.values[name] !== value) text += value.length
    json += name.length + value.length + 6
  }
  return { text, json }
}

const tooLong = ({ line }: ImportRow, most: string) =>
  invalidData(`Line ${line}: the lines of one product hold more than ${most}`)
