import { invalidData } from '@souk/contracts'

/** Numbers of up to 15 digits are kept as they are; ids in texts may look like longer ones. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{},]/g
const LONGEST_NAME = 100

/** Where the scan is within one object or array. */
interface Level {
  isArray: boolean
  key: string | number
  /** The next text is a key. */
  isKeyNext: boolean
}

/**
 * Refuses numbers that a double would round, or cannot hold at all: they would silently become others. What a double writes
 * itself, as `0.30000000000000004`, passes.
 * @param text valid JSON
 * @throws invalid_data that names the field of the first
 */
export function assertExactNumbers(text: string) {
  if (!MAY_BE_INEXACT.test(text)) return
  const levels: Level[] = []
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ isArray: false, key: '', isKeyNext: true })
    else if (token === '[') levels.push({ isArray: true, key: 0, isKeyNext: false })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') advance(level!)
    else if (token.startsWith('"')) {
      if (level?.isKeyNext) Object.assign(level, { key: token, isKeyNext: false })
    } else if (plain(token) !== plain(String(Number(token)))) throw inexact(levels)
  }
}

function advance(level: Level) {
  if (level.isArray) level.key = Number(level.key) + 1
  else level.isKeyNext = true
}

function inexact(levels: readonly Level[]) {
  const path = levels.map(({ key }) => (typeof key === 'string' ? String(JSON.parse(key)) : key))
  const name = path.join(', ')
  const what = name === '' || name.length > LONGEST_NAME ? 'the body holds' : `Field '${name}' holds`
  const message = `${what} a number with more digits than can be kept`
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
