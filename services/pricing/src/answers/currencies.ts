import {
  type Currency,
  type FilterTerm,
  type FilterValue,
  type ListQuery,
  listCurrencies,
  notFound,
  searchOf,
} from '@souk/contracts'
import { Answer, pageOf } from '@souk/runtime'
import { knownCurrencies } from '../domain/currencies/currency.ts'

/** A page of the known currencies. */
export function currencyPage(query: ListQuery) {
  const all = knownCurrencies().map((currency) => ({ id: currency.code, ...currency }))
  const { records, ...page } = pageOf(all, { ...query, filter: query.filter.map(inLowerCase) }, searchOf(listCurrencies))
  const currencies = records.map(({ id: _id, ...currency }): Currency => currency)
  return { currencies, ...page }
}

/** Codes are stored in lower case, and filtered regardless of case. */
function inLowerCase(term: FilterTerm): FilterTerm {
  if ('any' in term) return { any: term.any.map((all) => all.map(inLowerCase)) }
  return term.operator === 'in' || term.operator === 'nin' ? { ...term, value: term.value.map(lowerCased) } : term
}

const lowerCased = (value: FilterValue) => (typeof value === 'string' ? value.toLowerCase() : value)

/** Currencies never change: each always has the same revision. @throws not_found */
export function currencyAnswer(code: string) {
  const currency = knownCurrencies().find((one) => one.code === code.toLowerCase())
  if (!currency) throw notFound(`Currency with code: ${code} was not found`)
  return new Answer({ currency }, { revision: 1 })
}
