import { decimalText } from './decimal.ts'

/** Quantities may be fractions of a unit (2.5 m), amounts fractions of a currency: neither is ever added as doubles. */
export const plus = (left: number, right: number): number => scaled(left, right, (a, b) => a + b)

export const minus = (left: number, right: number): number => scaled(left, right, (a, b) => a - b)

/** The price of so many units. */
export const times = (left: number, right: number): number => {
  const [a, b] = [left, right].map(decimalPlaces) as [number, number]
  return (Math.round(left * 10 ** a) * Math.round(right * 10 ** b)) / 10 ** (a + b)
}

/** Computes with whole numbers: exact as long as both, without their decimal points, stay below 2^53. */
function scaled(left: number, right: number, compute: (a: number, b: number) => number): number {
  const scale = 10 ** Math.max(decimalPlaces(left), decimalPlaces(right))
  return compute(Math.round(left * scale), Math.round(right * scale)) / scale
}

const decimalPlaces = (number: number): number =>
  Number.isInteger(number) ? 0 : (decimalText(number).split('.')[1]?.length ?? 0)
