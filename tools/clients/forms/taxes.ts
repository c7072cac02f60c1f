import { firstOf } from '../record-pages.ts'
import type { Form } from './form.ts'
import { choose, fill, press, save, tick, turn } from './steps.ts'

const GERMANY = '/admin/tax-regions?country_code=de&parent_id=null'
const AMERICA = '/admin/tax-regions?country_code=us&parent_id=null'

/** The form that changes the first rate of a list. @param kind of the rate, as the dashboard's path has it */
const ofRate =
  (query: string, kind: 'tax-rates' | 'overrides'): Form['path'] =>
  async (known) => {
    const rate = await firstOf(known, `/admin/tax-rates?${query}`)
    return `/settings/tax-regions/${rate.tax_region_id}/${kind}/${rate.id}/edit`
  }

/** Tax regions and their rates. */
export const taxForms: readonly Form[] = [
  {
    name: 'new tax region',
    path: '/settings/tax-regions/create',
    steps: [
      choose('Country', 'Austria'),
      choose('Tax provider', 'System'),
      fill({ name: 'Umsatzsteuer', rate: '20', code: 'UST' }),
      save,
    ],
    shows: ['Austria', 'Umsatzsteuer', '20'],
  },
  {
    name: 'tax region changed',
    path: '/settings/tax-regions/:id/edit',
    list: GERMANY,
    steps: [choose('Tax provider', 'System'), save],
    shows: ['Germany'],
  },
  {
    name: 'tax region of a state',
    path: '/settings/tax-regions/:id/provinces/create',
    list: AMERICA,
    steps: [choose('State', 'Oregon'), fill({ name: 'Oregon tax', rate: '3', code: 'OR' }), save],
    shows: ['Oregon'],
  },
  {
    name: 'new tax rate',
    path: '/settings/tax-regions/:id/tax-rates/create',
    list: '/admin/tax-regions?country_code=pt',
    steps: [fill({ name: 'IVA', rate: '23', code: 'IVA' }), save],
    shows: ['IVA', '23'],
  },
  {
    name: 'tax rate changed',
    path: ofRate('is_default=true', 'tax-rates'),
    steps: [fill({ name: 'Mehrwertsteuer', rate: '19.5' }), save],
    shows: ['Mehrwertsteuer', '19.5'],
  },
  {
    name: 'new tax override',
    path: '/settings/tax-regions/:id/overrides/create',
    list: GERMANY,
    steps: [
      fill({ name: 'Crockery', rate: '12.5', code: 'CROCK' }),
      turn('Combinable'),
      press('Browse'),
      tick('Mug'),
      save,
      save,
    ],
    shows: ['Crockery'],
  },
  {
    name: 'tax override changed',
    path: ofRate('q=VAT%20reduced', 'overrides'),
    steps: [fill({ name: 'Reduced', rate: '6' }), turn('Combinable'), save],
    shows: ['Reduced'],
  },
]
