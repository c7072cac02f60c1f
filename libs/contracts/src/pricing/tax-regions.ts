import { z } from 'zod'
import { CountryCodeInput, FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { TaxProvider, TaxRegion } from './tax.ts'

const regions = plainResource({
  service: 'pricing',
  path: '/admin/tax-regions',
  noun: ['tax region', 'tax regions'],
  keys: ['tax_region', 'tax_regions'],
  schema: TaxRegion,
  examples: { id: demonstrationId('txreg', 1001), deleted: demonstrationId('txreg', 1005) },
  defaults: [
    ...(['id', 'country_code', 'province_code', 'parent_id', 'provider_id', 'created_by'] as const),
    ...(['created_at', 'updated_at', 'deleted_at', 'metadata'] as const),
    ...(['*children', '*children.tax_rates', '*children.tax_rates.rules', '*parent', '*tax_rates', '*tax_rates.rules'] as const),
  ],
})
const province_code = FilledTextInput(20).toLowerCase().nullish()
const metadata = MetadataInput.nullish()
export const TaxPercent = z.number().min(0).max(1000).describe('Percentage.')

export const listTaxRegions = regions.list('list-tax-regions', {
  sort: ['created_at', 'updated_at', 'country_code', 'province_code'],
  filter: ['id', 'country_code', 'province_code', 'parent_id', 'created_by', 'created_at', 'updated_at', 'deleted_at'],
  q: ['country_code', 'province_code'],
  qInside: true,
  deleted: 'shown',
  order: [{ field: 'created_at', direction: 1 }],
  limit: 20,
})
/** A country with its provider, or a province of an existing region. */
export const createTaxRegion = regions.create(
  'create-tax-region',
  z
    .strictObject({
      country_code: CountryCodeInput,
      provider_id: IdInput.nullish(),
      province_code,
      parent_id: IdInput.nullish(),
      default_tax_rate: z
        .object({
          rate: TaxPercent.optional(),
          code: TextInput(255),
          name: TextInput(255),
          is_combinable: z.boolean().optional(),
          metadata,
        })
        .optional(),
      metadata,
    })
    .refine(
      ({ parent_id, provider_id }) => !!parent_id || !!provider_id,
      'Provider is required when creating a non-province tax region.',
    )
    .meta({
      example: { country_code: 'at', provider_id: 'tp_system', default_tax_rate: { rate: 20, code: 'UST', name: 'VAT' } },
    }),
)
export const getTaxRegion = regions.get('get-tax-region')
export const updateTaxRegion = regions.update(
  'update-tax-region',
  z.strictObject({ province_code, provider_id: IdInput.optional(), metadata }).meta({ example: { metadata: { since: '2026' } } }),
)
/** Its provinces and rates are deleted with it. */
export const deleteTaxRegion = regions.delete('delete-tax-region')

export const listTaxProviders = defineOperation({
  service: 'pricing',
  name: 'list-tax-providers',
  method: 'GET',
  path: '/admin/tax-providers',
  summary: 'List tax providers',
  query: listQuery(TaxProvider, {
    sort: ['id'],
    filter: ['id', 'is_enabled'],
    q: ['id'],
    qInside: true,
    order: [{ field: 'id', direction: 1 }],
    limit: 20,
  }),
  response: listResponse('tax_providers', TaxProvider),
  selects: { key: 'tax_providers', schema: TaxProvider, defaults: 'all' },
})

export const taxRegionOperations = {
  listTaxRegions,
  createTaxRegion,
  getTaxRegion,
  updateTaxRegion,
  deleteTaxRegion,
  listTaxProviders,
}

export const taxRegionEvents = recordEvents('pricing', 'tax-region', 'tax region')
export const [taxRegionCreated, taxRegionUpdated, taxRegionDeleted] = taxRegionEvents
