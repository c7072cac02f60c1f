import { Readable } from 'node:stream'
import type { ImportRow } from '@souk/contracts'
import { invalidData } from '@souk/contracts'
import { CsvError, parse } from 'csv-parse'

/** Bounds of one line, in bytes, and of all lines of one product, in characters: longer ones are no product. */
const MAX_LINE = 128 * 1024
const MAX_PRODUCT = 400 * 1024
/** Text of products that are handed over at once, and how many of them. */
const BATCH_TEXT = 200 * 1024
const BATCH = 100

type Product = ImportRow[]

/**
 * Reads products from a CSV file, batch by batch and no faster than they are taken: lines that follow each other and name the
 * same product are one. Columns are named as people like it (`Product Id`, `product_id`), and divided by commas or semicolons.
 * @throws invalid_data that names the line
 */
export async function* readProducts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Product[]> {
  let batch: Product[] = []
  let product: Product = []
  let [batchText, productText] = [0, 0]
  for await (const row of readRows(bytes)) {
    const text = Object.values(row.values).reduce((sum, value) => sum + value.length, 0)
    if (product.length > 0 && nameOf(row) !== nameOf(product[0]!)) {
      batch.push(product)
      batchText += productText
      ;[product, productText] = [[], 0]
      if (batchText > BATCH_TEXT || batch.length >= BATCH) {
        yield batch
        ;[batch, batchText] = [[], 0]
      }
    }
    product.push(row)
    productText += text
    if (productText > MAX_PRODUCT)
      throw invalidData(`Line ${row.line}: the lines of one product hold more than ${MAX_PRODUCT / 1024} KiB`)
  }
  if (product.length > 0) batch.push(product)
  if (batch.length > 0) yield batch
}

const nameOf = ({ values }: ImportRow) => values['product id'] ?? values['product handle'] ?? values['product title']

interface Parsed {
  info: { lines: number }
  record: Record<string, string>
}

async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRow> {
  const { rest, delimiter } = await withDelimiter(bytes)
  const parser = parse({
    bom: true,
    columns: (names: string[]) => names.map(columnName),
    delimiter,
    info: true,
    max_record_size: MAX_LINE,
    skip_empty_lines: true,
    trim: true,
  })
  const source = Readable.from(rest).on('error', (error) => parser.destroy(error))
  try {
    for await (const { info, record } of source.pipe(parser) as AsyncIterable<Parsed>) {
      const values: Record<string, string> = Object.fromEntries(
        Object.entries(record).flatMap(([name, text]) => (name === '' || text === '' ? [] : [[name, unescaped(text)]])),
      )
      yield { line: info.lines - breaksIn(record), values }
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalidData(`Line ${Number(error.lines ?? 1)}: ${sentenceOf(error)}`)
    throw error
  } finally {
    source.destroy()
  }
}

/** Exports keep spreadsheets from taking a text for a formula. */
const unescaped = (text: string) => text.replace(/^'(?=[=+\-@])/, '')

/** Lines that a record has beside its first one. */
const breaksIn = (record: Record<string, string>) =>
  Object.values(record).reduce((sum, text) => sum + text.split('\n').length - 1, 0)

const columnName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

const SENTENCES: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'it does not have as many fields as the first line',
  CSV_MAX_RECORD_SIZE: `it is longer than ${MAX_LINE / 1024} KiB`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'there is text behind a quotation mark that closes',
  INVALID_OPENING_QUOTE: 'there is a quotation mark inside of a text that does not begin with one',
}
const sentenceOf = ({ code }: CsvError) => SENTENCES[code] ?? 'it is no line of a CSV file'

/** The delimiter of the first line, and the bytes as they were. */
async function withDelimiter(bytes: AsyncIterable<Uint8Array>) {
  const chunks = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let next = await chunks.next()
  for (; !next.done && !head.includes(0x0a) && head.length < MAX_LINE; next = await chunks.next())
    head = Buffer.concat([head, next.value])
  const [line = ''] = head.toString('utf8').split('\n')
  async function* rest() {
    if (head.length > 0) yield head
    for (; !next.done; next = await chunks.next()) yield next.value
  }
  return { rest: rest(), delimiter: line.split(';').length > line.split(',').length ? ';' : ',' }
}
