import { columnName } from '@souk/contracts'
import { expect, it } from 'vitest'
import { pricesOfRow } from './import-columns.ts'
import { columnsOfRegions, regionsInColumns } from './named-regions.ts'

const named = (...names: string[]) => names.map((name, n) => ({ id: `reg_0${n}A`, name }))

it.each([
  [
    ['Europe', 'Nordics'],
    ['Europe', 'Nordics'],
  ],
  [['EU_West'], ['EU_West']],
  [['EU  West [old]'], ['EU  West [old]']],
  [['_EU_'], ['_EU_']],
  [
    ['Europe', 'Europe'],
    ['Europe (reg_00A)', 'Europe (reg_01A)'],
  ],
  [
    ['EU_West', 'eu west', 'EU'],
    ['EU_West (reg_00A)', 'eu west (reg_01A)', 'EU'],
  ],
])('imports find the regions %j by the names that exports write', (names, written) => {
  const regions = named(...names)
  const columns = columnsOfRegions(regions)
  expect([...columns.values()]).toEqual(written)
  const found = regionsInColumns(regions)
  for (const region of regions) {
    const column = columnName(`Variant Price ${columns.get(region.id)} [EUR]`)
    const [price] = pricesOfRow({ line: 2, values: { [column]: '5' } })
    expect(price).toMatchObject({ currency_code: 'eur', amount: 5 })
    expect(found.get(price!.region!)).toEqual([region])
  }
})

it('a name of several regions means all of them', () => {
  expect(regionsInColumns(named('Europe', 'EUROPE')).get('europe')).toHaveLength(2)
})
