const FARTHEST = 3

/** The one of `names` that was most likely meant by `name`, for "did you mean"; undefined if none is close. */
export function closest<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.min(FARTHEST, best.candidate.length / 2) ? best.candidate : undefined
}

/** Letters to insert, remove or replace (Levenshtein). */
function editDistance(from: string, to: string) {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1]! + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
