import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  columnName,
  ESCAPED_FORMULA,
  type ImportRow,
  invalidData,
  isKnownColumn,
  isReadColumn,
  shortenedProblem,
  unknownColumns,
} from '@souk/contracts'
import { CsvError, parse } from 'csv-parse'

/** Bound of one line, in bytes. */
const MAX_LINE = 128 * 1024
/** Bytes to parse before other work gets its turn: a file may arrive in one piece. */
const SLICE = 16 * 1024
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

interface Parsed {
  info: { lines: number }
  record: string[]
}

/**
 * Reads the lines of a CSV file, no faster than they are consumed, without the columns that imports ignore.
 * Column names are matched loosely (`Product Id`, `product_id`); columns are separated by commas or semicolons. Text is UTF-8, or
 * UTF-16 (little-endian) with a byte order mark.
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
      else columns = columnsOf(record)
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalidData(`Line ${Number(error.lines ?? 1)}: ${sentenceOf(error)}`)
    throw error
  } finally {
    source.destroy()
  }
}

/** The columns to read, by the names in the first line. @throws invalid_data for unknown ones, named as they are written */
function columnsOf(names: readonly string[]): [at: number, name: string][] {
  const unknown = names.filter((name) => !isKnownColumn(columnName(name)))
  if (unknown.length > 0) throw invalidData(shortenedProblem(unknownColumns(unknown)))
  return names.flatMap((name, at) => (isReadColumn(columnName(name)) ? [[at, columnName(name)]] : []))
}

const valuesOf = (record: readonly string[], columns: readonly [at: number, name: string][]): Record<string, string> =>
  Object.fromEntries(columns.flatMap(([at, name]) => (record[at] ? [[name, unescaped(record[at])]] : [])))

/** Removes the prefix with which exports keep spreadsheets from reading a text as a formula. */
const unescaped = (text: string) => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text)

/** The lines of a record after its first one. */
const breaksIn = (record: readonly string[]) => record.reduce((sum, text) => sum + text.split('\n').length - 1, 0)

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
  for (; !next.done && !head.includes(LINE_FEED) && head.length < MAX_LINE; next = await chunks.next())
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
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe
  return { rest: isUtf16 ? rest() : inUtf8(rest()), delimiter: line.split(';').length > line.split(',').length ? ';' : ',' }
}

/** The same bytes. @throws invalid_data naming the first line that is not UTF-8, before the piece with it is passed on */
async function* inUtf8(chunks: AsyncGenerator<Uint8Array>) {
  let lines = 1
  let begun = Buffer.alloc(0) // the last character of a piece, if its rest is in the next one
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([begun, chunk])
    const whole = bytes.subarray(0, endOfCharacters(bytes))
    const parts = linesOf(whole)
    if (!isUtf8(whole)) throw notUtf8(lines + parts.findIndex((part) => !isUtf8(part)))
    lines += parts.length - 1
    begun = Buffer.from(bytes.subarray(whole.length))
    yield chunk
  }
  if (begun.length > 0) throw notUtf8(lines)
}

/** Where the last character ends that is there as a whole. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >> 6 === 0b10) continue // within a character
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The parts between line feeds, or between carriage returns in a file without line feeds. */
function linesOf(bytes: Buffer): Buffer[] {
  const end = bytes.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN
  const lines: Buffer[] = []
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(end, from)
    const to = at < 0 ? bytes.length : at
    lines.push(bytes.subarray(from, to))
    from = to + 1
  }
  return lines
}

const notUtf8 = (line: number) => invalidData(`Line ${line}: it is not UTF-8. Save the file as "CSV UTF-8"`)
