import { perObject } from './per-object.ts'

/**
 * As `perObject`, of a line and of whether its price contains tax where it does not say so: most lines of a cart or an order
 * stay when one of them changes.
 */
export function perLine<L extends object, V extends object>(make: (line: L, taxInclusiveByDefault: boolean) => V) {
  const exclusive = perObject((line: L) => make(line, false))
  const inclusive = perObject((line: L) => make(line, true))
  return (line: L, taxInclusiveByDefault: boolean): V => (taxInclusiveByDefault ? inclusive : exclusive)(line)
}
