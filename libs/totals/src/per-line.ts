import { perObject } from './per-object.ts'

/**
 * Like `perObject`, for a line and the default of whether its price includes tax: most lines of a cart or an order stay the same
 * when one of them changes.
 */
export function perLine<L extends object, V extends object>(make: (line: L, taxInclusiveByDefault: boolean) => V) {
  const exclusive = perObject((line: L) => make(line, false))
  const inclusive = perObject((line: L) => make(line, true))
  return (line: L, taxInclusiveByDefault: boolean): V => (taxInclusiveByDefault ? inclusive : exclusive)(line)
}
