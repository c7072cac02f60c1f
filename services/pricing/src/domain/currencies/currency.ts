import type { Currency } from '@souk/contracts'
import { KNOWN_CURRENCIES } from './known-currencies.ts'

/** When they came to be known here. */
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

/** The currencies that shops may choose from, by code. */
export const knownCurrencies = (): readonly Currency[] => [...currencies.values()]

/** A currency as it is known; its symbols and name are the code where it is not. */
export const currencyOf = (code: string): Currency => currencies.get(code) ?? currency(code, {})

function currency(code: string, known: Partial<Currency>): Currency {
  const symbol = code.toUpperCase()
  const unknown = { symbol, symbol_native: symbol, name: symbol, decimal_digits: 2, rounding: 0 }
  return { code, ...unknown, ...known, created_at: SINCE, updated_at: SINCE, deleted_at: null }
}
