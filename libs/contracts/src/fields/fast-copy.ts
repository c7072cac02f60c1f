const MOST_SHAPES = 1000
const shapes = new Map<string, object>()

/**
 * A copy that V8 keeps as an object with a shape. An object that was put together name by name, like every record from the
 * database, is a hash table as soon as it has more than about 20 names, and copying a hash table takes ten times as long: worth
 * it for wide records that will be copied again. A copy with further names is a hash table again.
 */
export function toFastObject<T extends object>(record: T): T {
  const names = Object.keys(record)
  const copy: Record<string, unknown> = { ...shapeOf(names) }
  for (const name of names) copy[name] = (record as Record<string, unknown>)[name]
  return copy as T
}

/** An empty record with a shape: V8 gives one to everything that it parses from JSON, however wide it is. */
function shapeOf(names: readonly string[]): object {
  const key = names.join('\0')
  const known = shapes.get(key)
  if (known) return known
  const shape: object = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
  if (shapes.size < MOST_SHAPES) shapes.set(key, shape)
  return shape
}
