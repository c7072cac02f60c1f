import type { Currency } from '@souk/contracts'

/** The currencies that clients of Medusa know, by ISO 4217; some are no longer in use. */
const CODES = `
  aed afn all amd aoa ars aud azn bam bdt bgn bhd bif bnd bob brl bwp byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd eek egp ern
  etb eur gbp gel ghs gmd gnf gtq hkd hnl hrk huf idr ils inr iqd irr irt isk jmd jod jpy kes khr kmf krw kwd kzt lbp lkr ltl lvl lyd mad mdl
  mga mkd mmk mnt mop mur mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen php pkr pln pyg qar ron rsd rub rwf sar sdg sek sgd sos syp thb
  tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vef vnd xaf xof xpf yer zar zmk zwl`

/** When they came to be known here. */
const SINCE = '2026-01-01T00:00:00.000Z'
/** Not in Unicode's data: 10 rials, as shops of Iran count. */
const NAMES: Readonly<Record<string, string>> = { IRT: 'Iranian Toman' }
const names = new Intl.DisplayNames('en', { type: 'currency' })

let known: readonly Currency[] | undefined

/** The currencies that shops may choose from, by code. */
export function knownCurrencies(): readonly Currency[] {
  known ??= CODES.trim().split(/\s+/).map(currencyOf)
  return known
}

/** A currency by Unicode's data; its name is the code where they know none. */
export function currencyOf(code: string): Currency {
  const currency = code.toUpperCase()
  return {
    code,
    symbol: symbolOf(currency, 'symbol'),
    symbol_native: symbolOf(currency, 'narrowSymbol'),
    name: NAMES[currency] ?? names.of(currency) ?? currency,
    decimal_digits: formatOf(currency, 'symbol').resolvedOptions().maximumFractionDigits ?? 2,
    rounding: 0,
    created_at: SINCE,
    updated_at: SINCE,
    deleted_at: null,
  }
}

const formatOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })

const symbolOf = (currency: string, display: 'symbol' | 'narrowSymbol') =>
  formatOf(currency, display)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
