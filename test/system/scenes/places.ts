import { randomBytes } from 'node:crypto'
import { FIRST_STORE_ID } from '@souk/contracts'
import { ids, seededId } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { deleting } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const aWord = () => randomBytes(6).toString('hex')

async function made({ http }: System, path: string, body: object): Promise<{ id: string }> {
  const answer = await http('POST', path, { body })
  if (answer.status !== 200) throw new Error(`nothing made at ${path}: ${answer.text}`)
  return Object.values(answer.body as Record<string, { id: string }>)[0]!
}

const aRegion = () => ({ name: `Region ${aWord()}`, currency_code: 'usd', payment_providers: ['pp_system_default'] })
const aPreference = () => ({ attribute: 'region_id', value: aWord() })
const regionIds: Ids = { own: async (system) => (await made(system, '/admin/regions', aRegion())).id }
const preferenceIds: Ids = { own: async (system) => (await made(system, '/admin/price-preferences', aPreference())).id }

/** A province: there is no end of these. */
const aTaxRegion = () => ({ country_code: 'us', province_code: aWord(), parent_id: seededId('txreg', 3), metadata: { a: 1 } })
const aTaxRate = () => ({ tax_region_id: seededId('txreg', 2), code: aWord(), name: 'Reduced', rate: 5 })
const taxRegionIds: Ids = { own: async (system) => (await made(system, '/admin/tax-regions', aTaxRegion())).id }
const taxRateIds: Ids = { own: async (system) => (await made(system, '/admin/tax-rates', aTaxRate())).id }
const code = { code: 'eur' }

const A_NUMBER = 'the number of a country is a number, as the interface says'
const NO_DATES = 'a payment provider is part of the program: it is neither made nor changed'
const numbered = (path: string) => ({ [`${path}.countries[].num_code: number instead of string`]: A_NUMBER })
const dated = (path: string) => ({
  ...numbered(path),
  ...Object.fromEntries(
    ['created_at', 'updated_at', 'deleted_at'].map((name) => [`${path}.payment_providers[].${name}: missing`, NO_DATES]),
  ),
})

/** Places of sale and their money: currencies, the store, regions, price preferences, taxes; and what the installation is. */
export const places: Resource = {
  recorded: () => ({ reg: ids.region, prpref: seededId('prpref', 1), store: FIRST_STORE_ID, txreg: seededId('txreg', 1) }),
  operations: {
    'get-feature-flags': {},
    'list-plugins': {},
    'list-currencies': {},
    'get-currency': { params: code },
    'list-store-currencies': {},
    'get-store-currency': { params: code },

    'list-stores': {},
    'get-store': { ids: { own: () => FIRST_STORE_ID } },
    'update-store': { ids: { own: () => FIRST_STORE_ID }, body: { metadata: { a: 1 } } },

    'list-regions': {
      different: {
        'GET /admin/regions?limit=9999': numbered('regions[]'),
        'GET /admin/regions?limit=20&offset=0&fields=*payment_providers': dated('regions[]'),
      },
    },
    'create-region': {
      body: aRegion,
      samples: {
        // Germany is in the seeded region.
        'medusa/02-admin-create-region': (_system, { request }) => ({
          body: { ...(request.body as object), countries: ['at', 'dk'] },
        }),
      },
    },
    'get-region': {
      ids: regionIds,
      different: {
        'GET /admin/regions/:reg?fields=*payment_providers,*countries,+automatic_taxes': dated('region'),
      },
    },
    'update-region': { ids: regionIds, body: () => ({ name: aWord(), metadata: { a: 1 } }) },
    'delete-region': { ids: { ...regionIds, answered: 'as deleted' } },
    'list-store-regions': { different: { 'GET /store/regions': numbered('regions[]') } },
    'get-store-region': { ids: regionIds, different: { 'GET /store/regions/:reg': numbered('region') } },
    'list-vendor-regions': { shared: true, different: { 'GET /vendor/regions?limit=9999': numbered('regions[]') } },
    'get-vendor-region': { shared: true, ids: { ...regionIds, deleted: deleting('/admin/regions', regionIds.own) } },
    'list-vendor-stores': { shared: true },
    'get-vendor-store': { shared: true, ids: { own: () => FIRST_STORE_ID, deleted: async () => [] } },
    'list-vendor-price-preferences': { shared: true },
    'list-payment-providers': {},
    'list-store-payment-providers': { query: `region_id=${ids.region}` },

    'list-price-preferences': {},
    'create-price-preference': { once: true, body: aPreference },
    'get-price-preference': { ids: preferenceIds },
    'update-price-preference': { ids: preferenceIds, body: { is_tax_inclusive: true } },
    'delete-price-preference': { ids: { ...preferenceIds, answered: 'as deleted' } },

    'list-tax-regions': {},
    'create-tax-region': { once: true, body: aTaxRegion },
    'get-tax-region': { ids: taxRegionIds },
    'update-tax-region': { ids: taxRegionIds, body: { metadata: { a: 1 } } },
    'delete-tax-region': { ids: { ...taxRegionIds, answered: 'as deleted' } },
    'list-tax-providers': {},
    'list-tax-rates': {},
    'create-tax-rate': { body: aTaxRate },
    'get-tax-rate': { ids: taxRateIds },
    'update-tax-rate': { ids: taxRateIds, body: () => ({ name: aWord(), metadata: { a: 1 } }) },
    'delete-tax-rate': { ids: { ...taxRateIds, answered: 'as deleted' } },
    'create-tax-rate-rule': { once: true, ids: taxRateIds, body: () => ({ reference: 'product', reference_id: aWord() }) },
    'delete-tax-rate-rule': { ids: taxRateIds, params: { rule_id: seededId('txrule', 9) } },
  },
}
