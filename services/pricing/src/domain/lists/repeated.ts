/** The values that are there more than once, each once, in the order in which they come again. */
export const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at)),
]
