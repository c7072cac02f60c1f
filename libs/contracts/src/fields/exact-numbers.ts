import { invalidData } from '../operation/errors.ts'

/** Numbers of up to 15 digits are always exact; ids in strings may look like longer ones. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{},]/g
const MAX_NAME_LENGTH = 100
/** The refusal of a value that contains an inexact number. */
export const INEXACT_NUMBER = 'a number with more digits than can be kept'

/** The position of the scan within one object or array. */
interface Level {
  isArray: boolean
  key: string | number
  /** The next string is a key. */
  isKeyNext: boolean
}

/**
 * Refuses numbers that a double would round or cannot represent at all: they would silently change. Numbers that doubles are
 * printed as, such as `0.30000000000000004`, pass.
 * @param text valid JSON
 * @throws invalid_data naming the field of the first
 */
export function assertExactNumbers(text: string) {
  const path = findInexactNumber(text)
  if (path) throw inexact(path)
}

/** @param number as JSON text @returns whether a double keeps all of its digits */
export const isExactNumber = (number: string): boolean => plain(number) === plain(String(Number(number)))

/** @param text valid JSON @returns the path of the first number that a double would round or cannot represent */
export function findInexactNumber(text: string): (string | number)[] | undefined {
  if (!MAY_BE_INEXACT.test(text)) return undefined
  const levels: Level[] = []
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ isArray: false, key: '', isKeyNext: true })
    else if (token === '[') levels.push({ isArray: true, key: 0, isKeyNext: false })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') advance(level!)
    else if (token.startsWith('"')) {
      if (level?.isKeyNext) Object.assign(level, { key: token, isKeyNext: false })
    } else if (!isExactNumber(token)) return levels.map(({ key }) => (typeof key === 'string' ? String(JSON.parse(key)) : key))
  }
  return undefined
}

function advance(level: Level) {
  if (level.isArray) level.key = Number(level.key) + 1
  else level.isKeyNext = true
}

function inexact(path: (string | number)[]) {
  const name = path.join(', ')
  const what = name === '' || name.length > MAX_NAME_LENGTH ? 'the body holds' : `Field '${name}' holds`
  const message = `${what} ${INEXACT_NUMBER}`
  return invalidData(`Invalid request: ${message}`, { errors: [{ path, code: 'inexact_number', message }] })
}

/** Digits without outer zeros, and the power of ten of the last: the same for `1.50`, `15e-1` and `1.5`. */
function plain(number: string): string {
  const [mantissa = '', power = '0'] = number.replace('-', (sign, at) => (at === 0 ? '' : sign)).split(/[eE]/)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === '' ? '0' : `${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}
