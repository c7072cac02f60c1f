import { quoteTaxes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { chooseTaxRates } from '../../domain/tax/choose-tax-rate.ts'

export const quoteTaxes = implement(contract, async ({ body }, deps: Deps) => {
  const { region_id, tax_address, lines } = body
  const [regions, taxes] = await Promise.all([deps.regions.listWith(region_id), deps.taxes.findTaxes(tax_address.country_code)])
  const automatic_taxes = regions.find(({ record }) => record.id === region_id)?.record.automatic_taxes ?? false
  const context = { automatic_taxes, address: tax_address, ...taxes }
  return { lines: lines.map(({ id, ...line }) => ({ id, tax_lines: chooseTaxRates(line, context) })) }
})
