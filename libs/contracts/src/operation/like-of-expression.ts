/** The special characters of regular expressions, except `.` and the backslash. */
const SIGNS = new Set('()[]{}|*+?^$'.split(''))

/**
 * The LIKE pattern that is equivalent to a simple regular expression: text with `.` and `.*`, anchored by `^` and `$` or not.
 * Undefined for any other expression: a client's expression is never passed to a database.
 */
export function likeOfExpression(expression: string): string | undefined {
  const isFromStart = expression.startsWith('^')
  const isToEnd = /(?<!\\)(?:\\\\)*\$$/.test(expression)
  const inner = [...expression.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined)]
  let like = ''
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at]!
    if (sign === '.') {
      const isAny = inner[at + 1] === '*'
      like += isAny ? '%' : '_'
      if (isAny) at++
    } else if (sign === '\\') {
      const taken = inner[++at]
      if (taken === undefined || /[A-Za-z0-9]/.test(taken)) return undefined
      like += literal(taken)
    } else if (SIGNS.has(sign)) {
      return undefined
    } else {
      like += literal(sign)
    }
  }
  return `${isFromStart ? '' : '%'}${like}${isToEnd ? '' : '%'}`
}

const literal = (character: string) => (/[%_\\]/.test(character) ? `\\${character}` : character)
