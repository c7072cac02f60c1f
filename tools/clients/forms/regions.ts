import type { Form } from './form.ts'
import { choose, fill, press, save, tick, turn } from './steps.ts'

export const regionForms: readonly Form[] = [
  {
    name: 'new region',
    path: '/settings/regions/create',
    steps: [
      fill({ name: 'Alps' }),
      choose('Currency', 'Euro'),
      turn('Tax inclusive pricing'),
      press('Add countries'),
      fill({ q: 'Switz' }),
      tick('Switzerland'),
      save,
      choose('Payment Providers', 'System (DEFAULT)'),
      save,
    ],
    shows: ['Alps', 'EUR', 'Switzerland', 'System (DEFAULT)'],
  },
  {
    name: 'region changed',
    path: '/settings/regions/:id/edit',
    list: '/admin/regions',
    steps: [fill({ name: 'Europe and beyond' }), turn('Tax inclusive pricing'), save],
    shows: ['Europe and beyond'],
  },
  {
    name: "region's countries",
    path: '/settings/regions/:id/countries/add',
    list: '/admin/regions',
    steps: [tick('Austria'), save],
    shows: ['Austria'],
  },
]
