import type { Currency } from '@souk/contracts'
import { KNOWN_CURRENCIES } from './known-currencies.ts'

/** The creation date that all currencies show. */
const SINCE = '2026-01-01T00:00:00.000Z'

const currencies: ReadonlyMap<string, Currency> = new Map(
  KNOWN_CURRENCIES.trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([code, symbol, symbol_native, name, decimal_digits, rounding]) => [
      code!,
      currency(code!, { symbol, symbol_native, name, decimal_digits: Number(decimal_digits), rounding: Number(rounding ?? 0) }),
    ]),
)

/** The currencies that shops may choose from, ordered by code. */
export const knownCurrencies = (): readonly Currency[] => [...currencies.values()]

/** A currency by its code, which also serves as name and symbols if the currency is unknown. */
export const currencyOf = (code: string): Currency => currencies.get(code) ?? currency(code, {})

function currency(code: string, known: Partial<Currency>): Currency {
  const symbol = code.toUpperCase()
  const unknown = { symbol, symbol_native: symbol, name: symbol, decimal_digits: 2, rounding: 0 }
  return { code, ...unknown, ...known, created_at: SINCE, updated_at: SINCE, deleted_at: null }
}
