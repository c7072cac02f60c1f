import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { Currency } from './store.ts'

const SHOWN = ['code', 'name', 'symbol', 'symbol_native', 'decimal_digits', 'rounding'] as const
const selects = { key: 'currency', schema: Currency, defaults: SHOWN }
const params = z.object({ code: IdInput.meta({ description: 'Three-letter code, as in ISO 4217.', example: 'eur' }) })
const response = z.object({ currency: Currency })
const page = listResponse('currencies', Currency)
const queryOf = (limit: number) =>
  listQuery(Currency, {
    sort: ['code', 'name'],
    filter: ['code'],
    q: ['code', 'name'],
    qInside: true,
    key: 'code',
    order: [{ field: 'code', direction: 1 }],
    limit,
  })

export const listCurrencies = defineOperation({
  service: 'pricing',
  name: 'list-currencies',
  method: 'GET',
  path: '/admin/currencies',
  summary: 'List the available currencies',
  query: queryOf(200),
  response: page,
  selects: { ...selects, key: 'currencies' },
})

export const getCurrency = defineOperation({
  service: 'pricing',
  name: 'get-currency',
  method: 'GET',
  path: '/admin/currencies/:code',
  summary: 'Get a currency',
  params,
  response,
  selects,
})

export const listStoreCurrencies = defineOperation({
  service: 'pricing',
  name: 'list-store-currencies',
  method: 'GET',
  path: '/store/currencies',
  summary: 'List the available currencies',
  query: queryOf(50),
  response: page,
  selects: { ...selects, key: 'currencies' },
})

export const getStoreCurrency = defineOperation({
  service: 'pricing',
  name: 'get-store-currency',
  method: 'GET',
  path: '/store/currencies/:code',
  summary: 'Get a currency',
  params,
  response,
  selects,
})

export const currencyOperations = { listCurrencies, getCurrency, listStoreCurrencies, getStoreCurrency }
