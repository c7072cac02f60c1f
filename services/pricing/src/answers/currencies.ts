import { CURRENCY_SEARCH, type Currency, type ListQuery, notFound } from '@souk/contracts'
import { Answer, pageOf } from '@souk/runtime'
import { knownCurrencies } from '../domain/currencies/currency.ts'

/** A page of the currencies that there are. */
export function currencyPage(query: ListQuery) {
  const all = knownCurrencies().map((currency) => ({ id: currency.code, ...currency }))
  const { records, count } = pageOf(all, query, { inside: CURRENCY_SEARCH })
  const currencies = records.map(({ id: _id, ...currency }): Currency => currency)
  return { currencies, count, offset: query.offset, limit: query.limit }
}

/** Currencies never change: each has one revision for good. @throws not_found */
export function currencyAnswer(code: string) {
  const currency = knownCurrencies().find((one) => one.code === code.toLowerCase())
  if (!currency) throw notFound(`Currency with code: ${code} was not found`)
  return new Answer({ currency }, { revision: 1 })
}
