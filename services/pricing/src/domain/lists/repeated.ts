/** The values that occur more than once, each once, in the order of their second occurrence. */
export const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at)),
]
