/** Whether both lists contain the same objects in the same order: then the stored one need not be replaced. */
export const sameEntries = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((entry, index) => entry === right[index])
