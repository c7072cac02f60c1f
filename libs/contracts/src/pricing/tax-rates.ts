import { z } from 'zod'
import { FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { TaxRate } from './tax.ts'
import { TaxPercent } from './tax-regions.ts'

const SHOWN = [
  ...(['id', 'name', 'code', 'rate', 'tax_region_id', 'is_default', 'is_combinable', 'created_by'] as const),
  ...(['created_at', 'updated_at', 'deleted_at', 'metadata', '*tax_region', '*rules'] as const),
] as const
const rates = plainResource({
  service: 'pricing',
  path: '/admin/tax-rates',
  noun: ['tax rate', 'tax rates'],
  keys: ['tax_rate', 'tax_rates'],
  schema: TaxRate,
  examples: { id: demonstrationId('txr', 1002), deleted: demonstrationId('txr', 1005) },
  defaults: SHOWN,
})
const TaxRateRuleInput = z.object({ reference: FilledTextInput(100), reference_id: IdInput })
const shared = {
  rate: TaxPercent.optional(),
  rules: z.array(TaxRateRuleInput).max(1000).optional(),
  is_default: z.boolean().optional(),
  is_combinable: z.boolean().optional(),
  metadata: MetadataInput.nullish(),
}
const [code, name] = [TextInput(255), TextInput(255)]

export const listTaxRates = rates.list('list-tax-rates', {
  sort: ['created_at', 'updated_at', 'name', 'code', 'rate'],
  filter: ['id', 'tax_region_id', 'is_default', 'created_at', 'updated_at', 'deleted_at'],
  q: ['code', 'name'],
  qInside: true,
  deleted: 'shown',
  order: [{ field: 'created_at', direction: 1 }],
  limit: 20,
})
/** A region has at most one default rate. */
export const createTaxRate = rates.create(
  'create-tax-rate',
  z
    .strictObject({ code, name, tax_region_id: IdInput, ...shared })
    .meta({ example: { tax_region_id: demonstrationId('txreg', 1002), code: 'TVA5', name: 'TVA reduced', rate: 5.5 } }),
)
export const getTaxRate = rates.get('get-tax-rate')
/** Given rules replace all former ones. */
export const updateTaxRate = rates.update(
  'update-tax-rate',
  z.strictObject({ code: code.optional(), name: name.optional(), ...shared }).meta({ example: { name: 'VAT reduced' } }),
)
export const deleteTaxRate = rates.delete('delete-tax-rate')

export const createTaxRateRule = rates.act('create-tax-rate-rule', {
  below: 'rules',
  summary: 'Add a rule to a tax rate',
  body: TaxRateRuleInput.strict().meta({ example: { reference: 'product', reference_id: demonstrationId('prod', 9) } }),
})
export const deleteTaxRateRule = defineOperation({
  service: 'pricing',
  name: 'delete-tax-rate-rule',
  method: 'DELETE',
  path: '/admin/tax-rates/:id/rules/:rule_id',
  summary: 'Remove a rule from a tax rate',
  params: z.object({
    id: IdInput.meta({ description: 'ID of the tax rate', example: demonstrationId('txr', 1002) }),
    rule_id: IdInput.meta({ description: 'ID of the rule', example: demonstrationId('txrule', 9) }),
  }),
  response: z.object({ id: z.string(), object: z.literal('tax_rate_rule'), deleted: z.literal(true), parent: TaxRate }),
  selects: { key: 'parent', schema: TaxRate, defaults: SHOWN },
})

export const taxRateOperations = {
  listTaxRates,
  createTaxRate,
  getTaxRate,
  updateTaxRate,
  deleteTaxRate,
  createTaxRateRule,
  deleteTaxRateRule,
}

export const taxRateEvents = recordEvents('pricing', 'tax-rate', 'tax rate')
export const [taxRateCreated, taxRateUpdated, taxRateDeleted] = taxRateEvents
