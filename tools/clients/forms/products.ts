import { firstOf } from '../record-pages.ts'
import type { Form } from './form.ts'
import { choose, enter, fill, save, tick } from './steps.ts'

/** A path below the first variant of the first product. */
const ofVariant =
  (rest: string): Form['path'] =>
  async (known) => {
    const product = await firstOf(known, '/admin/products')
    const variant = await firstOf(known, `/admin/products/${product.id}/variants`)
    return `/products/${product.id}/variants/${variant.id}/${rest}`
  }

/** Products' attributes, prices and stock, variants, options, and the products of collections and categories. */
export const productForms: readonly Form[] = [
  {
    name: "product's attributes",
    path: '/products/:id/attributes',
    list: '/admin/products',
    steps: [fill({ width: '31', mid_code: 'MID-9' }), choose('Country of origin', 'Portugal'), save],
    shows: ['MID-9', 'Portugal'],
  },
  {
    name: "product's prices",
    path: '/products/:id/prices',
    list: '/admin/products',
    steps: [enter('variants', '23.75'), save],
    reopens: true,
    shows: ['23.75'],
  },
  {
    name: "product's stock",
    path: '/products/:id/stock',
    list: '/admin/products',
    steps: [enter('variants', '612'), save],
    reopens: true,
    shows: ['612'],
  },
  {
    name: "product's organization",
    path: '/products/:id/organization',
    list: '/admin/products?q=beginners',
    steps: [choose('Type', 'Clothes'), save],
    shows: ['Clothes'],
  },
  {
    name: "product's sales channels",
    path: '/products/:id/sales-channels',
    list: '/admin/products?q=beginners',
    steps: [tick('Web shop'), save],
    shows: ['Sales Channels'],
  },
  {
    name: "product's shipping profile",
    path: '/products/:id/shipping-profile',
    list: '/admin/products?q=beginners',
    steps: [choose('Shipping profile', 'Default Shipping Profile'), save],
    shows: ['Default Shipping Profile'],
  },
  {
    name: 'variant changed',
    path: ofVariant('edit'),
    steps: [fill({ title: 'Small', material: 'Jersey' }), save],
    shows: ['Small'],
  },
  {
    name: "variant's prices",
    path: ofVariant('prices'),
    steps: [enter('variants', '24.25'), save],
    shows: ['24.25'],
  },
  {
    name: "variant's items",
    path: ofVariant('manage-items'),
    steps: [fill({ 'inventory.0.required_quantity': '2' }), save],
    reopens: true,
    shows: ['2'],
  },
  {
    name: "collection's products",
    path: '/collections/:id/products',
    list: '/admin/collections',
    steps: [tick('Mug'), save],
    shows: ['Mug'],
  },
  {
    name: "category's products",
    path: '/categories/:id/products',
    list: '/admin/product-categories',
    steps: [tick('Mug'), save],
    shows: ['Mug'],
  },
  {
    name: 'new product option',
    path: '/product-options/create',
    steps: [fill({ title: 'Strap' }), fill({ values: 'Leather,Canvas,' }), save],
    shows: ['Strap', 'Canvas'],
  },
  {
    name: 'product option changed',
    path: '/product-options/:id/edit',
    list: '/admin/product-options',
    steps: [fill({ title: 'Fit' }), save],
    shows: ['Fit'],
  },
]
