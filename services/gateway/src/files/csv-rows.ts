import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { columnName, type ImportRow, invalidData } from '@souk/contracts'
import { CsvError, parse } from 'csv-parse'

/** Bound of one line, in bytes. */
const MAX_LINE = 128 * 1024
/** Bytes to parse before other work gets its turn: a file may arrive in one piece. */
const SLICE = 16 * 1024

interface Parsed {
  info: { lines: number }
  record: string[]
}

/**
 * Reads the lines of a CSV file, no faster than they are consumed, without columns that belong to neither products nor variants.
 * Column names are matched loosely (`Product Id`, `product_id`); columns are separated by commas or semicolons.
 * @throws invalid_data naming the line
 */
export async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRow> {
  const { rest, delimiter } = await withDelimiter(inSlices(bytes))
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_LINE,
    skip_empty_lines: true,
    trim: true,
  })
  const source = Readable.from(rest).on('error', (error) => parser.destroy(error))
  let columns: [at: number, name: string][] | undefined
  try {
    for await (const { info, record } of source.pipe(parser) as AsyncIterable<Parsed>) {
      if (columns) yield { line: info.lines - breaksIn(record), values: valuesOf(record, columns) }
      else columns = record.flatMap((name, at) => (isTaken(columnName(name)) ? [[at, columnName(name)]] : []))
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalidData(`Line ${Number(error.lines ?? 1)}: ${sentenceOf(error)}`)
    throw error
  } finally {
    source.destroy()
  }
}

const valuesOf = (record: readonly string[], columns: readonly [at: number, name: string][]): Record<string, string> =>
  Object.fromEntries(columns.flatMap(([at, name]) => (record[at] ? [[name, unescaped(record[at])]] : [])))

/** Removes the prefix with which exports keep spreadsheets from reading a text as a formula. */
const unescaped = (text: string) => text.replace(/^'(?=[=+\-@])/, '')

/** The lines of a record after its first one. */
const breaksIn = (record: readonly string[]) => record.reduce((sum, text) => sum + text.split('\n').length - 1, 0)

const isTaken = (name: string) => /^(product|variant) ./.test(name)

const SENTENCES: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it does not have as many fields as the first line',
  CSV_MAX_RECORD_SIZE: `it is longer than ${MAX_LINE / 1024} KiB`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'there is text behind a quotation mark that closes',
  INVALID_OPENING_QUOTE: 'there is a quotation mark inside of a text that does not begin with one',
}
const sentenceOf = ({ code }: CsvError) => SENTENCES[code] ?? 'it is no line of a CSV file'

async function* inSlices(bytes: AsyncIterable<Uint8Array>) {
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += SLICE) {
      yield piece.subarray(at, at + SLICE)
      await nextTurn()
    }
}

/** The delimiter of the first line, and all bytes, unchanged. */
async function withDelimiter(chunks: AsyncGenerator<Uint8Array>) {
  let head = Buffer.alloc(0)
  let next = await chunks.next()
  for (; !next.done && !head.includes(0x0a) && head.length < MAX_LINE; next = await chunks.next())
    head = Buffer.concat([head, next.value])
  const [line = ''] = head.toString('utf8').split('\n')
  async function* rest() {
    try {
      if (head.length > 0) yield head
      for (; !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return(undefined) // otherwise a partially read file would stay open
    }
  }
  return { rest: rest(), delimiter: line.split(';').length > line.split(',').length ? ';' : ',' }
}
