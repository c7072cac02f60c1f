import type { RawAmount } from './common.ts'

/** The `raw_` twin of a number: its decimal text without an exponent, at the precision of 20 digits that calculations use. */
export const rawAmount = (amount: number): RawAmount => ({ value: shortestDecimal(amount), precision: 20 })

/** The shortest decimal text that reads back as the same number; `1e-7` becomes `0.0000001`, -0 becomes `0`. */
function shortestDecimal(amount: number): string {
  const text = String(amount)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}
