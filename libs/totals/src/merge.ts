/**
 * A new object with the entries of all; later ones win. For records that get many names which they lacked: V8 is up to ten times
 * slower at a spread followed by those. An object that has the names already is copied fastest by a spread.
 */
export const merge = <First extends object, Second extends object, Third extends object = object>(
  first: First,
  second: Second,
  third?: Third,
): First & Second & Third => Object.assign({}, first, second, third)
