import { add, decimal, multiply, subtract } from './decimal.ts'

// Quantities may be fractions of a unit (2.5 m), and amounts fractions of a currency unit. They are computed exactly; the result
// is the nearest number.

export const plus = (left: number, right: number): number =>
  areWhole(left, right) ? left + right : add(decimal(left), decimal(right)).toNumber()

export const minus = (left: number, right: number): number =>
  areWhole(left, right) ? left - right : subtract(decimal(left), decimal(right)).toNumber()

/** The price, or the stock, of several units. */
export const times = (left: number, right: number): number =>
  areWhole(left, right) ? left * right : multiply(decimal(left), decimal(right)).toNumber()

const areWhole = (left: number, right: number) => Number.isInteger(left) && Number.isInteger(right)
