type Fields = Readonly<Record<string, unknown>>

export interface Update {
  $set?: Record<string, unknown>
  $unset?: Record<string, ''>
  $push?: Record<string, { $each: unknown[] }>
}

/**
 * The smallest update that turns `before` into `after`, found by comparing references: decisions share the parts that they do not
 * change. Appended array elements become `$push`; a changed field of an array element is set or pushed in place
 * (`changes.2.actions`); everything else is a `$set` of the top-level field. Positions in paths are safe because the `revision`
 * filter proves `before`. Paths are built from field names and positions only: the keys of free-form objects such as `metadata`
 * never become paths.
 */
export function diffUpdate(before: Fields, after: Fields): Update {
  const $set: Record<string, unknown> = {}
  const $unset: Record<string, ''> = {}
  const $push: Record<string, { $each: unknown[] }> = {}
  for (const name of Object.keys(after)) {
    if (after[name] === before[name]) continue
    if (after[name] === undefined) $unset[name] = ''
    else if (!diffArray(name, before[name], after[name], 1, $set, $push)) $set[name] = after[name]
  }
  for (const name of Object.keys(before)) if (!(name in after)) $unset[name] = ''
  return {
    ...(hasKeys($set) && { $set }),
    ...(hasKeys($unset) && { $unset }),
    ...(hasKeys($push) && { $push }),
  }
}

/** @returns false when the array has to be set as a whole */
function diffArray(
  path: string,
  before: unknown,
  after: unknown,
  depth: number,
  $set: Record<string, unknown>,
  $push: Record<string, { $each: unknown[] }>,
): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length < before.length) return false
  const changed = before.flatMap((element, index) => (element === after[index] ? [] : [index]))
  const tail = after.slice(before.length)
  if (changed.length === 0) {
    if (tail.length > 0) $push[path] = { $each: tail }
    return true
  }
  // MongoDB refuses to push to an array and to set inside it in one update.
  if (tail.length > 0 || depth > 1 || changed.length > 4) return false
  const inner: Record<string, unknown> = {}
  const innerPush: Record<string, { $each: unknown[] }> = {}
  for (const index of changed) {
    if (!diffElement(`${path}.${index}`, before[index], after[index], inner, innerPush)) return false
  }
  Object.assign($set, inner)
  Object.assign($push, innerPush)
  return true
}

function diffElement(
  path: string,
  before: unknown,
  after: unknown,
  $set: Record<string, unknown>,
  $push: Record<string, { $each: unknown[] }>,
): boolean {
  if (!isRecord(before) || !isRecord(after)) return false
  const names = Object.keys(after)
  if (!names.every((name) => FIELD_NAME.test(name) && after[name] !== undefined)) return false
  if (Object.keys(before).some((name) => !(name in after))) return false
  for (const name of names) {
    if (after[name] === before[name]) continue
    const inner = `${path}.${name}`
    if (!diffArray(inner, before[name], after[name], 2, $set, $push)) $set[inner] = after[name]
  }
  return true
}

/** A field name in our schemas; any other name is a key of a free-form object. */
const FIELD_NAME = /^[a-z][a-z0-9_]*$/
const hasKeys = (object: object) => Object.keys(object).length > 0
/** A plain object: dates, decimals and buffers are values. */
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
