import { taxRateOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createTaxRate } from './create-tax-rate.ts'
import { createTaxRateRule } from './create-tax-rate-rule.ts'
import { deleteTaxRate } from './delete-tax-rate.ts'
import { deleteTaxRateRule } from './delete-tax-rate-rule.ts'
import { getTaxRate } from './get-tax-rate.ts'
import { listTaxRates } from './list-tax-rates.ts'
import { updateTaxRate } from './update-tax-rate.ts'

export const taxRateHandlers = implementAll(taxRateOperations, {
  createTaxRate,
  createTaxRateRule,
  deleteTaxRate,
  deleteTaxRateRule,
  getTaxRate,
  listTaxRates,
  updateTaxRate,
})
