import { type Amount, type Decimal, decimal } from './decimal.ts'

// According to ISO 4217.
const WITHOUT_MINOR_UNITS = 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'.split(' ')
const WITH_THOUSANDTHS = 'bhd iqd jod kwd lyd omr tnd'.split(' ')

// As in the peers: many of their currencies have no minor units in practice.
const OWED_IN_WHOLE_UNITS =
  `afn all amd bif clp cop crc djf gnf huf idr iqd irr irt isk jpy kmf krw lbp mga mmk mnt mur pkr pyg rsd
  rwf sos syp tzs ugx uzs vnd xaf xof xpf yer zmk zwl`.split(/\s+/)
const OWED_IN_THOUSANDTHS = 'bhd jod kwd lyd omr tnd'.split(' ')

const decimalPlaces = (none: readonly string[], three: readonly string[]) =>
  new Map([...none.map((code) => [code, 0] as const), ...three.map((code) => [code, 3] as const)])

const MINOR_UNITS = decimalPlaces(WITHOUT_MINOR_UNITS, WITH_THOUSANDTHS)
const OWED_UNITS = decimalPlaces(OWED_IN_WHOLE_UNITS, OWED_IN_THOUSANDTHS)

const SMALLEST_AMOUNTS = [0, 1, 2, 3].map((places) => decimal(`1e-${places}`))

/** The number of decimal places of a currency in ISO 4217; 2 if it is unknown or absent. Case does not matter. */
export function minorUnits(currency_code: string | null | undefined): number {
  return placesOf(currency_code, MINOR_UNITS)
}

/** The amount to be paid: rounded to the currency's decimal places, halves away from zero. */
export function roundToMinorUnits(amount: Amount, currency_code: string): number {
  const rounded = decimal(amount).decimalPlaces(minorUnits(currency_code))
  return rounded.isZero() ? 0 : rounded.toNumber()
}

/** Whether the amount is at least the whole, with both rounded to minor units. */
export const covers = (amount: Amount, whole: Amount, currency_code: string): boolean =>
  roundToMinorUnits(amount, currency_code) >= roundToMinorUnits(whole, currency_code)

/** Whether the amount is within the currency's smallest unit of zero (inclusive): too little to be owed or credited. */
export function isTooLittle(exact: Decimal, currency_code: string | null | undefined): boolean {
  const smallest = SMALLEST_AMOUNTS[placesOf(currency_code, OWED_UNITS)]!
  return exact.absoluteValue().isLessThanOrEqualTo(smallest)
}

/** Whether the amount exceeds the limit by more than the currency's smallest unit, and so not only by rounding. */
export function exceeds(amount: Amount, limit: Amount, currency_code: string): boolean {
  const excess = decimal(amount).minus(decimal(limit))
  return excess.isPositive() && !isTooLittle(excess, currency_code)
}

const placesOf = (currency_code: string | null | undefined, places: ReadonlyMap<string, number>): number =>
  places.get(currency_code?.toLowerCase() ?? '') ?? 2
