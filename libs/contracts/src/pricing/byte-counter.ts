import type { Choice } from '../fields/field-tree.ts'
import { jsonBytes } from '../fields/json-bytes.ts'
import { JsonText } from '../fields/json-text.ts'
import { asksForTooMuch } from './product-fields.ts'

/** Most MiB of JSON that related records may add to one answer. */
const MAX_MIB = 32
const MAX_BYTES = MAX_MIB * 1024 * 1024
/** Characters that take more than one byte in JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const LONGER = /[\u0000-\u001f"\\\u007f-\uffff]/
/** Bytes of the quotes, colon and comma around a name. */
const AROUND_NAME = 4

type Shown = Readonly<Record<string, unknown>>

/**
 * Adds up the JSON size of values, limited to what their choice shows, each time they are shown: a shared value is only traversed
 * once, which takes less time than serializing it.
 * @returns a function that throws invalid_data once the total exceeds the size of one answer
 */
export function byteCounter() {
  const known = new Map<Choice, WeakMap<object, number>>()
  let all = 0

  function add(bytes: number) {
    all += bytes
    if (all > MAX_BYTES) throw asksForTooMuch(`${MAX_MIB} MiB of related records`)
  }

  function addWhole(value: unknown): void {
    if (typeof value === 'string') add(LONGER.test(value) ? jsonBytes(value) : value.length + 2)
    else if (typeof value !== 'object' || value === null) add(String(value).length)
    else if (Array.isArray(value)) {
      add(value.length + 2)
      for (const one of value) addWhole(one)
    } else if (value instanceof JsonText) addWhole(value.value)
    else
      for (const name of Object.keys(value)) {
        const inner = (value as Shown)[name]
        if (inner === undefined) continue
        add(name.length + AROUND_NAME)
        addWhole(inner)
      }
  }

  function addShown(part: Choice, value: unknown): void {
    if (part === 'whole') addWhole(value)
    else if (!(part instanceof Map)) return
    else if (value instanceof JsonText) addShown(part, value.value)
    else if (Array.isArray(value)) for (const one of value) addShown(part, one)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of part) {
        add(name.length + AROUND_NAME)
        addShown(inner, (value as Shown)[name])
      }
  }

  return (part: Choice, value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const ofPart = known.get(part) ?? new WeakMap<object, number>()
    known.set(part, ofPart)
    const before = ofPart.get(value)
    if (before !== undefined) return add(before)
    const start = all
    addShown(part, value)
    ofPart.set(value, all - start)
  }
}
