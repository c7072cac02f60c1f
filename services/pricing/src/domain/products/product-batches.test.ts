import type { Image } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { AT, aProduct, aVariant } from '../../../test/builders.ts'
import { changedProduct } from './changed-product.ts'
import { indistinct } from './distinct-products.ts'
import { type OptionBatch, withOptionBatch } from './option-batch.ts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'
import { type VariantBatch, withVariantBatch } from './variant-batch.ts'
import { withVariantImages } from './variant-images.ts'
import { withInventoryBatch } from './variant-inventory-batch.ts'

const NOW = '2026-05-05T00:00:00.000Z'
const dates = { created_at: AT, updated_at: AT, deleted_at: null }
const value = (text: string) => ({
  id: `optval_${text}`,
  value: text,
  rank: null,
  metadata: null,
  created_at: AT,
  updated_at: AT,
})
const option = (id: string, ...values: string[]): ProductOptionRecord => ({
  id,
  title: id,
  is_exclusive: false,
  values: values.map(value),
  metadata: null,
  ...dates,
})
const options = new Map([option('size', 'S', 'M'), option('fit', 'slim', 'loose')].map((one) => [one.id, one]))
const context = () => {
  let n = 0
  return { newId: (prefix: string) => `${prefix}_new${++n}`, now: NOW }
}
const size = { id: 'size', value_ids: null }
const shirt = aProduct({
  options: [size],
  variants: [
    aVariant({ title: 'S', sku: 'S-1', option_value_ids: ['optval_S'] }),
    aVariant({ id: 'variant_2', title: 'M', option_value_ids: ['optval_M'] }),
  ],
  variant_codes: ['sku:S-1'],
})
const refused = (message: string | RegExp, kind = 'invalid_data') =>
  expect.objectContaining({ kind, message: typeof message === 'string' ? message : expect.stringMatching(message) })

describe('a batch of variants', () => {
  const batch = (input: VariantBatch, product = shirt) => withVariantBatch(product, input, options, context())

  it('deletes, updates and creates in this order, so that SKUs and option values become available again', () => {
    const { variants, variant_codes } = batch({
      delete: ['variant_1', 'unknown'],
      update: [{ id: 'variant_2', options: { size: 'S' } }],
      create: [{ title: 'New', sku: 'S-1', options: { size: 'M' } }],
    })
    expect(variants.map(({ id, title, variant_rank }) => [id, title, variant_rank])).toEqual([
      ['variant_2', 'M', null],
      ['variant_new1', 'New', 0],
    ])
    expect(variants.map(({ option_value_ids }) => option_value_ids)).toEqual([['optval_S'], ['optval_M']])
    expect(variant_codes).toEqual(['sku:S-1'])
  })

  it('creates several variants with equal option values, like the peers, but not equal to existing ones', () => {
    const twins = [1, 2].map((n) => ({ title: `Twin ${n}`, options: { size: 'M' } }))
    expect(batch({ delete: ['variant_2'], create: twins }).variants.map(({ title }) => title)).toEqual(['S', 'Twin 1', 'Twin 2'])
    expect(() => batch({ create: twins })).toThrow(refused('Variant (M) with provided options already exists.'))
  })

  it('returns the same product when nothing changes', () => {
    expect(batch({})).toBe(shirt)
    expect(batch({ update: [{ id: 'variant_1', title: 'S' }], delete: ['unknown'] })).toBe(shirt)
  })

  it.each<[string, VariantBatch, ReturnType<typeof refused>]>([
    ['an unknown variant', { update: [{ id: 'none' }] }, refused('Cannot update non-existing variants with ids: none')],
    [
      'a variant that is both updated and deleted',
      { update: [{ id: 'variant_1' }], delete: ['variant_1'] },
      refused(/non-existing variants with ids: /),
    ],
    ['a variant that is updated twice', { update: [{ id: 'variant_1' }, { id: 'variant_1' }] }, refused(/more than once/)],
    [
      'the SKU of another variant',
      { create: [{ title: 'a', sku: 'S-1' }] },
      refused('Product variant with sku: S-1, already exists.'),
    ],
    [
      'the option values of another variant',
      { update: [{ id: 'variant_2', options: { size: 'S' } }] },
      refused(/provided options already exists/),
    ],
  ])('is rejected: %s', (_, input, error) => {
    expect(() => batch(input)).toThrow(error)
  })
})

describe('a batch of inventory', () => {
  const taken = (required_quantity = 1, inventory_item_id = 'iitem_1', variant_id = 'variant_1') => ({
    variant_id,
    inventory_item_id,
    required_quantity,
  })
  const links = ({ variants }: ProductRecord) =>
    variants.map(({ inventory_items }) => inventory_items.map((one) => [one.inventory_item_id, one.required_quantity]))
  const taking = withInventoryBatch(shirt, { create: [taken(), taken(3, 'iitem_2', 'variant_2')] }, context())

  it('creates, updates and deletes', () => {
    expect(links(taking)).toEqual([[['iitem_1', 1]], [['iitem_2', 3]]])
    const changed = withInventoryBatch(
      taking,
      { delete: [taken()], update: [taken(5, 'iitem_2', 'variant_2')], create: [taken(2, 'iitem_3')] },
      context(),
    )
    expect(links(changed)).toEqual([[['iitem_3', 2]], [['iitem_2', 5]]])
  })

  it('is rejected for unknown variants, and when it updates an item that the variant does not use', () => {
    const unknown = refused('ProductVariant with id: none was not found', 'not_found')
    for (const name of ['create', 'update', 'delete'] as const)
      expect(() => withInventoryBatch(shirt, { [name]: [taken(undefined, 'iitem_1', 'none')] }, context())).toThrow(unknown)
    expect(() => withInventoryBatch(shirt, { update: [taken()] }, context())).toThrow(
      refused('Could not find all existing links from data', 'not_found'),
    )
  })
})

describe('a batch of options', () => {
  const batch = (input: Partial<OptionBatch>, product = shirt) =>
    withOptionBatch(product, { add: [], remove: [], update: [], ...input }, options)
  const updated = (input: object) => ({ update: [{ product_option_id: 'size', add: [], remove: [], ...input }] })
  const one = aProduct({ options: [size], variants: [aVariant({ option_value_ids: ['optval_S'] })] })

  it('adds options with all or some of their values', () => {
    expect(batch({ add: [{ id: 'fit' }] }).options).toEqual([size, { id: 'fit', value_ids: ['optval_slim', 'optval_loose'] }])
    expect(batch({ add: [{ id: 'fit', value_ids: ['optval_slim'] }] }).options[1]!.value_ids).toEqual(['optval_slim'])
  })

  it('removes an option that only deleted variants use', () => {
    const deleted = one.variants.map((variant) => ({ ...variant, deleted_at: dates.updated_at }))
    expect(batch({ remove: ['size', 'fit'] }, { ...one, variants: deleted }).options).toEqual([])
    expect(batch({ remove: ['fit'] })).toBe(shirt)
  })

  it('records the options that leave the product', () => {
    const bare = aProduct({ options: [size, { id: 'fit', value_ids: null }], variants: [], leaving_option_ids: ['fit', 'color'] })
    expect(batch({ remove: ['size', 'fit', 'none'] }, bare).leaving_option_ids).toEqual(['fit', 'color', 'size'])
  })

  it('removes values that no variant uses, and adds them again', () => {
    const less = batch(updated({ remove: ['optval_M'] }), one)
    expect(less.options).toEqual([{ id: 'size', value_ids: ['optval_S'] }])
    expect(batch(updated({ add: ['optval_M'] }), less).options[0]!.value_ids).toEqual(['optval_S', 'optval_M'])
    expect(batch(updated({ add: [{ value: 'M' }] }), less).options[0]!.value_ids).toEqual(['optval_S', 'optval_M'])
    expect(batch(updated({ add: ['optval_M'] }))).toBe(shirt)
  })

  it.each<[string, Partial<OptionBatch>, string | RegExp]>([
    ['an option that the product already has', { add: [{ id: 'size' }] }, 'Product options are already linked to products: size'],
    [
      'values of an option that the product lacks',
      { update: [{ product_option_id: 'fit', add: [], remove: [] }] },
      /^Some product options are not linked to products: \[.*:fit\]$/,
    ],
    [
      'removal of a value that variants use',
      updated({ remove: ['optval_S'] }),
      'Cannot unassign option values from product because the following variant(s) are using it: S',
    ],
    [
      'removal of an option that variants use',
      { remove: ['size'] },
      'Cannot unassign product option from product which has variants for that option',
    ],
  ])('is rejected: %s', (_, input, message) => {
    expect(() => batch(input)).toThrow(refused(message))
  })

  it.each<[string, Partial<OptionBatch>, string]>([
    ['an unknown option', { add: [{ id: 'none' }] }, 'product_option_id: none'],
    ['an added value that belongs to another option', updated({ add: ['optval_slim'] }), 'product_option_value_id: optval_slim'],
    [
      'an added option with a value of another option',
      { add: [{ id: 'fit', value_ids: ['optval_S'] }] },
      'product_option_value_id: optval_S',
    ],
  ])('throws not found: %s', (_, input, what) => {
    const text = `You tried to set relationship ${what}, but such entity does not exist`
    expect(() => batch(input)).toThrow(refused(text, 'not_found'))
  })

  it('is rejected for a second option with the same title', () => {
    const twin = new Map([...options, ['twin', { ...option('twin', 'S'), title: 'size' }]])
    const add = { add: [{ id: 'twin' }], remove: [], update: [] }
    expect(() => withOptionBatch(shirt, add, twin)).toThrow(refused('Product option with title: size, already exists.'))
  })
})

describe('a batch of images', () => {
  const image = (n: number): Image => ({ id: `img_${n}`, url: `https://x/${n}`, rank: n, metadata: null, ...dates })
  const product = aProduct({
    images: [image(0), image(1)],
    variants: [aVariant({ thumbnail: 'https://x/1' }), aVariant({ id: 'variant_2' })],
  })
  const at = (n: number, variant_id = 'variant_1') => ({ variant_id, image_id: `img_${n}` })
  const shown = ({ variants }: ProductRecord) => variants.map(({ images }) => images.map(({ id }) => id))
  const showing = withVariantImages(product, { add: [at(1), at(0), at(1, 'variant_2')], remove: [] }, NOW)

  it('assigns images in the order of the product, and removes images', () => {
    expect(shown(showing)).toEqual([['img_0', 'img_1'], ['img_1']])
    const less = withVariantImages(showing, { add: [], remove: [at(1), at(7)] }, NOW)
    expect(shown(less)).toEqual([['img_0'], ['img_1']])
    expect(less.variants.map(({ thumbnail }) => thumbnail)).toEqual([null, null])
  })

  it('returns the same product when nothing changes', () => {
    expect(withVariantImages(showing, { add: [at(0)], remove: [at(0, 'variant_2')] }, NOW)).toBe(showing)
  })

  it('is rejected for unknown images and variants', () => {
    expect(() => withVariantImages(product, { add: [at(9)], remove: [] }, NOW)).toThrow(
      refused('Image with id: img_9 was not found', 'not_found'),
    )
    for (const name of ['add', 'remove'] as const)
      expect(() => withVariantImages(product, { add: [], remove: [], [name]: [at(0, 'none')] }, NOW)).toThrow(
        refused(/ProductVariant with id: none/, 'not_found'),
      )
  })

  it('removes images from variants when they are removed from the product', () => {
    const changed = changedProduct(showing, { images: [{ id: 'img_1', url: 'https://x/1' }] }, new Map(), context())
    expect(shown(changed)).toEqual([['img_1'], ['img_1']])
    expect(changed.variants[1]!.images).toEqual(changed.images)
  })

  it('updates the url and metadata of an image given by its id', () => {
    const images = [
      { id: 'img_0', url: 'https://x/new' },
      { id: 'img_1', url: 'https://x/1', metadata: { a: 1 } },
    ]
    const changed = changedProduct(showing, { images }, new Map(), context())
    expect(changed.images).toMatchObject([
      { ...images[0], rank: 0, metadata: null },
      { ...images[1], rank: 1 },
    ])
    expect(changed.variants[0]!.images).toEqual(changed.images)
    const same = images.map((image) => ({ id: image.id, url: image.url }))
    expect(changedProduct(changed, { images: same }, new Map(), context())).toBe(changed)
  })
})

describe('images given partly by id, partly by url', () => {
  const image = (id: string, url: string): Image => ({ id, url, rank: 0, metadata: null, ...dates })
  const given = (images: { id?: string; url: string }[], before = [image('img_a', 'old'), image('img_b', 'old')]) =>
    changedProduct(aProduct({ images: before }), { images }, new Map(), context()).images.map(({ id, url }) => [id, url])

  it('never resolve to the same image', () => {
    expect(given([{ id: 'img_a', url: 'new' }, { url: 'old' }])).toEqual([
      ['img_a', 'new'],
      ['img_b', 'old'],
    ])
    expect(given([{ url: 'old' }, { id: 'img_a', url: 'new' }])).toEqual([
      ['img_b', 'old'],
      ['img_a', 'new'],
    ])
    const [[first], [second], [third]] = given([{ url: 'old' }, { url: 'old' }, { url: 'old' }]) as [string[], string[], string[]]
    expect([first, second]).toEqual(['img_a', 'img_b'])
    expect(['img_a', 'img_b']).not.toContain(third)
    const [, [made]] = given([{ id: 'img_a', url: 'new' }, { url: 'old' }], [image('img_a', 'old')]) as [string[], string[]]
    expect(made).not.toBe('img_a')
  })

  it('are rejected when an id is given twice', () => {
    const twice = [
      { id: 'img_a', url: 'x' },
      { id: 'img_a', url: 'y' },
    ]
    expect(() => given(twice)).toThrow(refused('Image with id: img_a is named more than once'))
  })
})

it('finds the products of a batch that reuse the handle or variant codes of an earlier one', () => {
  const product = (handle: string, ...variant_codes: string[]) => ({ handle, variant_codes })
  const wrong = indistinct([product('a', 'sku:1'), product('b'), product('a'), product('c', 'ean:1', 'sku:1')])
  expect([...wrong].map(([at, { message }]) => [at, message])).toEqual([
    [2, 'Product with handle: a, already exists.'],
    [3, 'Product variant with sku: 1, already exists.'],
  ])
  expect(indistinct([product('a', 'sku:1'), product('b', 'sku:2')]).size).toBe(0)
})
