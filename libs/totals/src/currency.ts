import { type Amount, type Decimal, decimal } from './decimal.ts'

const WITHOUT_MINOR_UNITS = 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'.split(' ')
const WITH_THOUSANDTHS = 'bhd iqd jod kwd lyd omr tnd'.split(' ')

const MINOR_UNITS = new Map([
  ...WITHOUT_MINOR_UNITS.map((code) => [code, 0] as const),
  ...WITH_THOUSANDTHS.map((code) => [code, 3] as const),
])

const SMALLEST_AMOUNTS = [0, 1, 2, 3].map((places) => decimal(`1e-${places}`))

/** How many decimal places a currency has by ISO 4217; 2 for a currency that is not known or not given. Case does not matter. */
export function minorUnits(currency_code: string | null | undefined): number {
  return MINOR_UNITS.get(currency_code?.toLowerCase() ?? '') ?? 2
}

/** The amount as it is paid: rounded to the currency's decimal places, halves away from zero. */
export function roundToMinorUnits(amount: Amount, currency_code: string): number {
  const rounded = decimal(amount).decimalPlaces(minorUnits(currency_code))
  return rounded.isZero() ? 0 : rounded.toNumber()
}

/** True up to and including one minor unit on either side of zero: too little to be owed or credited. */
export function isWithinMinorUnit(exact: Decimal, currency_code: string | null | undefined): boolean {
  const minorUnit = SMALLEST_AMOUNTS[minorUnits(currency_code)]!
  return exact.absoluteValue().isLessThanOrEqualTo(minorUnit)
}
