const encoder = new TextEncoder()

/** How many bytes a value takes as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

/**
 * Whether a value has grown beyond a bound of its bytes as JSON: one that was larger already may stay as large, and shrink.
 * @param before undefined: the value is new
 */
export function outgrows(value: unknown, before: unknown, max_bytes: number): boolean {
  const bytes = jsonBytes(value)
  return bytes > max_bytes && bytes > jsonBytes(before)
}
