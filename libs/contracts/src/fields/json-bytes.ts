const encoder = new TextEncoder()

/** The size of a value as JSON, in bytes. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/**
 * Whether a value has grown beyond a bound of its size as JSON: one that was already larger may keep its size, or shrink.
 * @param before undefined: the value is new
 */
export function outgrows(value: unknown, before: unknown, max_bytes: number): boolean {
  const bytes = jsonBytes(value)
  return bytes > max_bytes && bytes > jsonBytes(before)
}
