import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from '@souk/contracts'
import { LongList } from '../store/long-list.ts'

const SLICE = 500
/** Lists stand this deep at the most: `{ price_list: { prices: [ … ] } }`. */
const DEPTH = 2
const encoder = new TextEncoder()

/** The bytes of an answer one after the other, when it holds a list that is too long to be held at once. */
export function serialiseLong(body: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> | undefined {
  return Object.values(body).some((value) => value instanceof LongList) ? writeLong(body) : undefined
}

async function* writeLong(body: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> {
  let separator = '{'
  for (const [key, value] of Object.entries(body)) {
    const before = `${separator}${JSON.stringify(key)}:`
    separator = ','
    if (value instanceof LongList) {
      let text = `${before}[`
      let isEmpty = true
      for await (const batch of value.batches) {
        if (batch.length > 0) text += `${isEmpty ? '' : ','}${await textOf(batch)}`
        isEmpty &&= batch.length === 0
        yield encoder.encode(text)
        text = ''
      }
      yield encoder.encode(']')
    } else if (value !== undefined) yield encoder.encode(before + stringify(value))
  }
  yield encoder.encode('}')
}

/** The bytes of an answer. Long lists are serialised in slices, so that others have their turn of the event loop in between. */
export async function serialise(body: unknown): Promise<Uint8Array> {
  if (!holdsLongList(body, DEPTH)) return encoder.encode(stringify(body))
  const pieces: string[] = []
  await write(body, DEPTH, pieces)
  return encoder.encode(pieces.join(''))
}

/** Records divided by commas. */
async function textOf(batch: readonly unknown[]): Promise<string> {
  if (!batch.some((record) => holdsLongList(record, 1))) return stringify(batch).slice(1, -1)
  const pieces: string[] = []
  for (const record of batch) {
    if (pieces.length > 0) pieces.push(',')
    await write(record, 1, pieces)
  }
  return pieces.join('')
}

async function write(value: unknown, depth: number, pieces: string[]): Promise<void> {
  if (isLongList(value)) return writeList(value, pieces)
  if (!isRecord(value) || !holdsLongList(value, depth)) return void pieces.push(stringify(value))
  let separator = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    pieces.push(separator, JSON.stringify(key), ':')
    await write(member, depth - 1, pieces)
    separator = ','
  }
  pieces.push('}')
}

async function writeList(list: readonly unknown[], pieces: string[]): Promise<void> {
  for (let at = 0; at < list.length; at += SLICE) {
    if (at > 0) await nextTurn()
    pieces.push(at === 0 ? '[' : ',', stringify(list.slice(at, at + SLICE)).slice(1, -1))
  }
  pieces.push(']')
}

function holdsLongList(value: unknown, depth: number): boolean {
  if (isLongList(value)) return true
  return depth > 0 && isRecord(value) && Object.values(value).some((member) => holdsLongList(member, depth - 1))
}

const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > SLICE
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value)
