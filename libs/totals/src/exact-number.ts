import { add, decimal, multiply, subtract } from './decimal.ts'

// Quantities may be fractions of a unit (2.5 m), amounts fractions of a currency. They are computed exactly, and the nearest
// number is the result.

export const plus = (left: number, right: number): number =>
  areWhole(left, right) ? left + right : add(decimal(left), decimal(right)).toNumber()

export const minus = (left: number, right: number): number =>
  areWhole(left, right) ? left - right : subtract(decimal(left), decimal(right)).toNumber()

/** The price, or the stock, of so many units. */
export const times = (left: number, right: number): number =>
  areWhole(left, right) ? left * right : multiply(decimal(left), decimal(right)).toNumber()

const areWhole = (left: number, right: number) => Number.isInteger(left) && Number.isInteger(right)
