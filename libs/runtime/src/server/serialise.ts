import { setImmediate as nextTurn } from 'node:timers/promises'
import { LongList, stringify } from '@souk/contracts'
import { holdsLong } from '../store/long-list.ts'

const SLICE = 500
/** Lists are nested at most this deep: `{ price_list: { prices: [ … ] } }`. */
const DEPTH = 2
/** Characters that are collected before they are encoded. */
const PIECE = 64 * 1024
const encoder = new TextEncoder()

/** The bytes of an answer piece by piece, if it contains a `LongList`; else undefined. */
export function serialiseLong(body: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> | undefined {
  return holdsLong(body, DEPTH) ? writeLong(body) : undefined
}

async function* writeLong(body: unknown): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const piece of piecesOf(body)) {
    text += piece
    if (text.length < PIECE) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (value instanceof LongList) return yield* piecesOfLong(value)
  if (!isRecord(value) || !holdsLong(value, DEPTH)) return yield await textOf(value)
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    yield* piecesOf(member)
    before = ','
  }
  yield '}'
}

async function* piecesOfLong({ batches }: LongList<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const batch of batches) {
    const together = batch.some((record) => holdsLong(record, 1) || holdsMany(record, 1)) ? [] : batch
    if (together.length > 0) {
      yield before + stringify(together).slice(1, -1)
      before = ','
    } else
      for (const record of batch) {
        yield before
        yield* piecesOf(record)
        before = ','
      }
  }
  yield before === '[' ? '[]' : ']'
}

/**
 * The bytes of an answer. Long lists are serialised in slices, so that the event loop can serve others in between.
 */
export const serialise = async (body: unknown): Promise<Uint8Array> => encoder.encode(await textOf(body))

async function textOf(value: unknown): Promise<string> {
  if (!holdsMany(value, DEPTH)) return stringify(value)
  const pieces: string[] = []
  await write(value, DEPTH, pieces)
  return pieces.join('')
}

async function write(value: unknown, depth: number, pieces: string[]): Promise<void> {
  if (isMany(value)) return writeList(value, pieces)
  if (!isRecord(value) || !holdsMany(value, depth)) return void pieces.push(stringify(value))
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

function holdsMany(value: unknown, depth: number): boolean {
  if (isMany(value)) return true
  return depth > 0 && isRecord(value) && Object.values(value).some((member) => holdsMany(member, depth - 1))
}

const isMany = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > SLICE
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value)
