/** Whether both lists hold the very same objects in the same order: the one that is kept need not be replaced then. */
export const sameEntries = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((entry, index) => entry === right[index])
