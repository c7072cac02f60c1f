/**
 * A pure function of a line and of whether its price contains tax where it does not say so. Lines are records that never change, so each
 * is worked out once and remembered for as long as it lives: most lines of a cart or an order stay when one of them changes.
 */
export function perLine<L extends object, V extends object>(make: (line: L, taxInclusiveByDefault: boolean) => V) {
  const made = [new WeakMap<L, V>(), new WeakMap<L, V>()] as const
  return (line: L, taxInclusiveByDefault: boolean): V => {
    const ofDefault = made[taxInclusiveByDefault ? 1 : 0]
    const known = ofDefault.get(line)
    if (known) return known
    const value = make(line, taxInclusiveByDefault)
    ofDefault.set(line, value)
    return value
  }
}
