import { compileFields, Product } from '@souk/contracts'
import { describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../test/builders.ts'
import { relatedReads } from './related-reads.ts'

const WHOLE = compileFields(Product, 'id,variants', 'all')
const LEAN = compileFields(Product, 'id,title', 'all')

/** Related reads of a collection with `there` products. */
function reads(there: number) {
  const product = aProduct()
  const products = {
    listRelated: vi.fn(async (...[, , , { limit }]: [unknown, unknown, unknown, { limit: number }]) =>
      Array.from({ length: Math.min(there, limit) }, () => product),
    ),
    countRelated: vi.fn(async (...[, , , { limit }]: [unknown, unknown, unknown, { limit: number }]) => Math.min(there, limit)),
  }
  const list = relatedReads(products, {}, 0)
  return { products, list: (selection: typeof WHOLE) => list('collection_id', ['pcol_1'], selection) }
}

describe('related products per request', () => {
  it.each([
    ['whole', WHOLE, 1000],
    ['lean', LEAN, 10_000],
  ])('are limited in number when read %s', async (_, selection, most) => {
    expect(await reads(most).list(selection)).toHaveLength(most)
    await expect(reads(most + 1).list(selection)).rejects.toThrow(`more than ${most} products`)
  })

  it('count toward one limit across all relations, a whole product as ten lean ones', async () => {
    const { list } = reads(450)
    for (const selection of [WHOLE, WHOLE]) await list(selection)
    for (const selection of [LEAN, LEAN]) await list(selection)

    await expect(list(LEAN)).rejects.toThrow('more than 10000 products')
  })

  it('are counted once 501 were read, and rejected when there are too many', async () => {
    const { list, products } = reads(20_000)

    await expect(list(LEAN)).rejects.toThrow()

    expect(products.listRelated.mock.calls.map(([, , , { limit }]) => limit)).toEqual([501])
    expect(products.countRelated).toHaveBeenCalledOnce()
  })

  it('are read without a count when there are at most 500', async () => {
    const { list, products } = reads(500)

    await list(LEAN)

    expect(products.listRelated).toHaveBeenCalledOnce()
    expect(products.countRelated).not.toHaveBeenCalled()
  })
})
