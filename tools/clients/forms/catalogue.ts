import type { Form } from './form.ts'
import { fill, press, save } from './steps.ts'

/** Products, collections, categories, types and tags. */
export const catalogueForms: readonly Form[] = [
  {
    name: 'new collection',
    path: '/collections/create',
    steps: [fill({ title: 'Walking boots' }), save],
    shows: ['Walking boots'],
  },
  {
    name: 'new product',
    path: '/products/create',
    steps: [fill({ title: 'Rucksack', subtitle: 'Waxed' }), press('Continue', 'Continue'), save],
    shows: ['Rucksack', 'Waxed'],
  },
  {
    name: 'new category',
    path: '/categories/create',
    steps: [fill({ name: 'Footwear' }), press('Continue'), save],
    shows: ['Footwear'],
  },
  {
    name: 'new product type',
    path: '/settings/product-types/create',
    steps: [fill({ value: 'Boot' }), save],
    shows: ['Boot'],
  },
  {
    name: 'new product tag',
    path: '/settings/product-tags/create',
    steps: [fill({ value: 'leather' }), save],
    shows: ['leather'],
  },
  {
    name: 'collection changed',
    path: '/collections/:id/edit',
    list: '/admin/collections',
    steps: [fill({ title: 'This season' }), save],
    shows: ['This season'],
  },
  {
    name: 'product changed',
    path: '/products/:id/edit',
    list: '/admin/products',
    steps: [fill({ subtitle: 'Made to last' }), save],
    shows: ['Made to last'],
  },
  {
    name: 'category changed',
    path: '/categories/:id/edit',
    list: '/admin/product-categories',
    steps: [fill({ name: 'To wear' }), save],
    shows: ['To wear'],
  },
  {
    name: 'product type changed',
    path: '/settings/product-types/:id/edit',
    list: '/admin/product-types',
    steps: [fill({ value: 'Cloth' }), save],
    shows: ['Cloth'],
  },
  {
    name: 'product tag changed',
    path: '/settings/product-tags/:id/edit',
    list: '/admin/product-tags',
    steps: [fill({ value: 'woollen' }), save],
    shows: ['woollen'],
  },
]
