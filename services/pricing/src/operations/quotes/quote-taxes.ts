import { quoteTaxes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { taxesAutomatically } from '../../domain/regions/choose-region.ts'
import { chooseTaxRates } from '../../domain/tax/choose-tax-rate.ts'

export const quoteTaxes = implement(contract, async ({ body }, deps: Deps) => {
  const { tax_address, lines } = body
  const [regions, taxes] = await Promise.all([deps.regions.listFor(body), deps.taxes.findTaxes(tax_address.country_code)])
  const context = { automatic_taxes: taxesAutomatically(regions, body), address: tax_address, ...taxes }
  return { lines: lines.map(({ id, ...line }) => ({ id, tax_lines: chooseTaxRates(line, context) })) }
})
