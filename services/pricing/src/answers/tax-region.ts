import { type Selection, type TaxRegion, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { TaxRateRecord, TaxRegionRecord } from '../domain/tax/tax-records.ts'
import type { TaxStore } from '../stores/taxes.ts'

interface Context {
  selection: Selection
  deadline: number
}

/** Tax regions as answers show them, with their parents, children and rates if `fields` asks for these. */
export async function shownTaxRegions(
  records: readonly TaxRegionRecord[],
  { selection, deadline }: Context,
  { regions, rates }: TaxStore,
): Promise<TaxRegion[]> {
  const ids = records.map(({ id }) => id)
  const parentIds = [...new Set(records.flatMap(({ parent_id }) => parent_id ?? []))]
  const [children, parents] = await Promise.all([
    wants(selection, 'children') ? regions.listChildren(ids, deadline) : null,
    wants(selection, 'parent') ? regions.listByIds(parentIds, deadline) : [],
  ])
  const taxed = [
    ...(wants(selection, 'tax_rates') ? ids : []),
    ...(children && wants(selection, 'children.tax_rates') ? children.map(({ id }) => id) : []),
    ...(wants(selection, 'parent.tax_rates') ? parentIds : []),
  ]
  const known = await rates.listOfRegions(taxed, deadline)
  return records.map((record) => {
    const parent = parents.find(({ id }) => id === record.parent_id)
    const own = children?.filter(({ parent_id }) => parent_id === record.id)
    return {
      ...withRates(record, known),
      parent: parent ? withRates(parent, known) : null,
      children: own ? own.map((child) => withRates(child, known)) : null,
    }
  })
}

const withRates = (record: TaxRegionRecord, known: readonly TaxRateRecord[]): TaxRegion => ({
  ...record,
  parent: null,
  children: null,
  tax_rates: known.filter(({ tax_region_id }) => tax_region_id === record.id).map((rate) => ({ ...rate, tax_region: null })),
})

export async function taxRegionAnswer({ record, revision }: FoundRecord<TaxRegionRecord>, context: Context, taxes: TaxStore) {
  const [tax_region] = await shownTaxRegions([record], context, taxes)
  return new Answer({ tax_region: tax_region! }, { revision, others: 'anywhere' })
}
