import { invalidData } from '@souk/contracts'

/**
 * Parses a raw query string, once. `+` is a space, as browsers and SDKs mean it. A repeated key becomes an array, which no schema
 * of a single value accepts; keys are kept as they are, so that `limit[$gt]` is an unknown key and never an operator.
 * @throws invalid_data for broken percent-encoding
 */
export function parseQueryString(raw: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  if (raw === '') return query
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const key = decode(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decode(pair.slice(at + 1))
    const earlier = Object.hasOwn(query, key) ? query[key] : undefined
    const next = earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value]
    Object.defineProperty(query, key, { value: next, enumerable: true, configurable: true, writable: true })
  }
  return query
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidData('Invalid request: the query string is not valid percent-encoding')
  }
}
