/** One entry of `fields`, without its signs. */
export interface FieldEntry {
  takesAway: boolean
  /** Only the plain values of a relation. */
  plain: boolean
  path: string
}

/** Reads `a.b`, `+a.b`, `-a.b`, `*a` and `a.*`. */
export function fieldEntry(text: string): FieldEntry {
  const [, sign, star, rest = ''] = /^\s*([+-]?)\s*(\*?)(.*)$/s.exec(text) ?? []
  const path = rest.trim()
  const isOfAll = path.endsWith('.*')
  return { takesAway: sign === '-', plain: star === '*' || isOfAll, path: isOfAll ? path.slice(0, -2) : path }
}
