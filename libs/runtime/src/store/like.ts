/** The pieces between the `%` of a LIKE pattern: lists of characters, in which undefined stands for any character (`_`). */
function piecesOf(pattern: string): (string | undefined)[][] {
  const pieces: (string | undefined)[][] = [[]]
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!
    if (character === '%') pieces.push([])
    else if (character === '_') pieces.at(-1)!.push(undefined)
    else pieces.at(-1)!.push(character === '\\' && at + 1 < characters.length ? characters[++at] : character)
  }
  return pieces
}

const source = (piece: readonly (string | undefined)[]) => piece.map((one) => (one === undefined ? '.' : patternOf(one))).join('')

/** A regular expression that matches the text literally. */
export const patternOf = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * The regular expression of an SQL LIKE pattern, for MongoDB: `%` is any text, `_` any character, `\` escapes both. Atomic groups
 * prevent backtracking, so that no pattern takes longer than the length of the text times its own.
 */
export function likePattern(pattern: string): string {
  const [first, ...rest] = piecesOf(pattern)
  const last = rest.pop()
  const middle = rest.filter((piece) => piece.length > 0).map((piece) => `(?>.*?${source(piece)})`)
  return last === undefined
    ? `^${source(first!)}$`
    : `^${source(first!)}${middle.join('')}${last.length > 0 ? `.*${source(last)}$` : ''}`
}

/** Whether a text matches a LIKE pattern, by the same rules. */
export function isLike(text: string, pattern: string): boolean {
  const characters = [...text]
  const [first, ...rest] = piecesOf(pattern)
  const last = rest.pop()
  const fits = (piece: readonly (string | undefined)[], at: number) =>
    at >= 0 && at + piece.length <= characters.length && piece.every((one, n) => one === undefined || one === characters[at + n])
  if (last === undefined) return first!.length === characters.length && fits(first!, 0)
  if (!fits(first!, 0)) return false
  let at = first!.length
  for (const piece of rest) {
    while (!fits(piece, at)) if (++at > characters.length) return false
    at += piece.length
  }
  return characters.length - last.length >= at && fits(last, characters.length - last.length)
}
