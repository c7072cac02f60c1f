import { firstOf } from '../record-pages.ts'
import type { Form } from './form.ts'
import { date, enter, fill, press, save, tick } from './steps.ts'

export const priceListForms: readonly Form[] = [
  {
    name: 'new price list',
    path: '/price-lists/create',
    steps: [
      fill({ title: 'Autumn', description: 'When leaves fall' }),
      date('Price list has an expiry date?', '123120281145PM'),
      press('Browse'),
      tick('Potters'),
      save,
      press('Continue'),
      tick('Mug'),
      press('Continue'),
      enter('products', '8.5'),
      save,
    ],
    shows: ['Autumn', 'When leaves fall', 'Potters', 'Mug', 'Dec 31, 2028'],
  },
  {
    name: 'price list changed',
    path: '/price-lists/:id/edit',
    list: '/admin/price-lists',
    steps: [fill({ title: 'Ends soon', description: 'Until Sunday' }), save],
    shows: ['Ends soon'],
  },
  {
    name: "price list's configuration",
    path: '/price-lists/:id/configuration',
    list: '/admin/price-lists?q=Kitchen',
    steps: [date('Price list has a start date?', '020320260930AM'), press('Browse'), tick('Neighbours'), save, save],
    reopens: true,
    shows: ['Feb 3, 2026', 'Neighbours'],
  },
  {
    name: "price list's products",
    path: '/price-lists/:id/products/add',
    list: '/admin/price-lists?q=Kitchen',
    steps: [tick('Sewing for beginners'), press('Continue'), enter('products', '21'), save],
    shows: ['Sewing for beginners'],
  },
  {
    name: "price list's prices",
    path: async (known) => {
      const [list, product] = await Promise.all([firstOf(known, '/admin/price-lists'), firstOf(known, '/admin/products')])
      return `/price-lists/${list.id}/products/edit?ids[]=${product.id}`
    },
    steps: [enter('products', '14.25'), save],
    reopens: true,
    shows: ['14.25'],
  },
]
