import { type Selection, type TaxRate, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { TaxRateRecord } from '../domain/tax/tax-records.ts'
import type { TaxStore } from '../stores/taxes.ts'

interface Context {
  selection: Selection
  deadline: number
}

/** Tax rates as answers show them, with their regions if `fields` asks for these. */
export async function shownTaxRates(
  records: readonly TaxRateRecord[],
  { selection, deadline }: Context,
  { regions }: TaxStore,
): Promise<TaxRate[]> {
  const ids = wants(selection, 'tax_region') ? [...new Set(records.map(({ tax_region_id }) => tax_region_id))] : []
  const known = await regions.listByIds(ids, deadline)
  return records.map((record) => {
    const region = known.find(({ id }) => id === record.tax_region_id)
    return { ...record, tax_region: region ? { ...region, parent: null, children: null, tax_rates: null } : null }
  })
}

export async function taxRateAnswer({ record, revision }: FoundRecord<TaxRateRecord>, context: Context, taxes: TaxStore) {
  const [tax_rate] = await shownTaxRates([record], context, taxes)
  return new Answer({ tax_rate: tax_rate! }, { revision, others: wants(context.selection, 'tax_region') ? 'anywhere' : null })
}
