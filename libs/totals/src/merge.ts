/**
 * A new object with the entries of all; later ones win. For adding many new names to records, which makes a spread up to ten
 * times slower in V8. An object that already has the names is copied fastest by a spread.
 */
export const merge = <First extends object, Second extends object, Third extends object = object>(
  first: First,
  second: Second,
  third?: Third,
): First & Second & Third => Object.assign({}, first, second, third)
