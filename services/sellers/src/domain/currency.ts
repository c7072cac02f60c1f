import type { Currency } from '@souk/contracts'

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** What Unicode's data tell of a currency; its name is the code where they know none. @param created_at ISO 8601 */
export function currencyOf(code: string, created_at: string): Currency {
  const currency = code.toUpperCase()
  return {
    code,
    symbol: symbolOf(currency, 'symbol'),
    symbol_native: symbolOf(currency, 'narrowSymbol'),
    name: names.of(currency) ?? currency,
    decimal_digits: formatOf(currency, 'symbol').resolvedOptions().maximumFractionDigits ?? 2,
    rounding: 0,
    created_at,
    updated_at: created_at,
    deleted_at: null,
  }
}

const formatOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })

const symbolOf = (currency: string, display: 'symbol' | 'narrowSymbol') =>
  formatOf(currency, display)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
