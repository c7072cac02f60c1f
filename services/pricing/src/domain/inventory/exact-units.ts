import { exactProduct, exactSum } from '@souk/totals'

/** Quantities may be fractions of a unit (2.3 m): they are added as doubles only where all of them are whole. */
export const sumOf = (quantities: readonly number[]): number =>
  quantities.every(Number.isInteger) ? quantities.reduce((sum, one) => sum + one, 0) : Number(exactSum(quantities))

export const plus = (left: number, right: number): number => sumOf([left, right])

export const minus = (left: number, right: number): number => sumOf([left, -right])

/** So much of an item as these units take. */
export const times = (units: number, required_quantity: number): number =>
  Number.isInteger(units) && Number.isInteger(required_quantity)
    ? units * required_quantity
    : Number(exactProduct(units, required_quantity))
