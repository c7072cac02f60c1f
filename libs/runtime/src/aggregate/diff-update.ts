type Fields = Readonly<Record<string, unknown>>

export interface Update {
  $set?: Record<string, unknown>
  $unset?: Record<string, ''>
  $push?: Record<string, { $each: unknown[] }>
  $pull?: Record<string, Record<string, { $in: string[] }>>
}
/** An update in the making. */
type Parts = Required<Update>

/**
 * The smallest update that turns `before` into `after`, found by comparing references: decisions share the parts that they do not
 * change. Appended array elements become `$push`, removed ones that have ids `$pull`; a changed field of an array element is set
 * or pushed in place (`changes.2.actions`); everything else is a `$set` of the top-level field. Positions in paths are safe
 * because the `revision` filter proves `before`. Paths are built from field names and positions only: the keys of free-form
 * objects such as `metadata` never become paths.
 */
export function diffUpdate(before: Fields, after: Fields): Update {
  const parts: Parts = { $set: {}, $unset: {}, $push: {}, $pull: {} }
  const { $set, $unset } = parts
  for (const name of Object.keys(after)) {
    if (after[name] === before[name]) continue
    if (after[name] === undefined) $unset[name] = ''
    else if (!diffArray(name, before[name], after[name], 1, parts)) $set[name] = after[name]
  }
  for (const name of Object.keys(before)) if (!(name in after)) $unset[name] = ''
  return Object.fromEntries(Object.entries(parts).filter(([, fields]) => hasKeys(fields)))
}

/** @returns false when the array has to be set as a whole */
function diffArray(path: string, before: unknown, after: unknown, depth: number, parts: Parts): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false
  if (after.length < before.length) {
    const removed = conditionOf(before, after)
    if (removed) parts.$pull[path] = removed
    return removed !== undefined
  }
  const changed = before.flatMap((element, index) => (element === after[index] ? [] : [index]))
  const tail = after.slice(before.length)
  if (changed.length === 0) {
    if (tail.length > 0) parts.$push[path] = { $each: tail }
    return true
  }
  // MongoDB refuses to push to an array and to set inside it in one update.
  if (tail.length > 0 || depth > 1 || changed.length > 4) return false
  const inner: Parts = { $set: {}, $unset: {}, $push: {}, $pull: {} }
  for (const index of changed) {
    if (!diffElement(`${path}.${index}`, before[index], after[index], inner)) return false
  }
  Object.assign(parts.$set, inner.$set)
  Object.assign(parts.$push, inner.$push)
  Object.assign(parts.$pull, inner.$pull)
  return true
}

/** Matches just the elements that were removed; undefined if no id tells them from the others, or others were changed. */
function conditionOf(before: readonly unknown[], after: readonly unknown[]): Record<string, { $in: string[] }> | undefined {
  const removed: unknown[] = []
  let kept = 0
  for (const element of before) {
    if (element === after[kept]) kept++
    else removed.push(element)
  }
  if (kept < after.length || !before.every(isRecord)) return undefined
  for (const name of Object.keys(before[0]!)) {
    if (!ID_NAME.test(name) || !before.every((element) => typeof element[name] === 'string')) continue
    const ids = new Set((removed as Fields[]).map((element) => element[name] as string))
    if (before.filter((element) => ids.has(element[name] as string)).length === removed.length)
      return { [name]: { $in: [...ids] } }
  }
  return undefined
}

function diffElement(path: string, before: unknown, after: unknown, parts: Parts): boolean {
  if (!isRecord(before) || !isRecord(after)) return false
  const names = Object.keys(after)
  if (!names.every((name) => FIELD_NAME.test(name) && after[name] !== undefined)) return false
  if (Object.keys(before).some((name) => !(name in after))) return false
  for (const name of names) {
    if (after[name] === before[name]) continue
    const inner = `${path}.${name}`
    if (!diffArray(inner, before[name], after[name], 2, parts)) parts.$set[inner] = after[name]
  }
  return true
}

/** A field name in our schemas; any other name is a key of a free-form object. */
const FIELD_NAME = /^[a-z][a-z0-9_]*$/
/** A field whose values tell the elements of an array apart, if it has such fields. */
const ID_NAME = /^(?:[a-z][a-z0-9_]*_)?id$/
const hasKeys = (object: object) => Object.keys(object).length > 0
/** A plain object: dates, decimals and buffers are values. */
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
