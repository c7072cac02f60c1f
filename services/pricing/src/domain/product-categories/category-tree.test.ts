import { describe, expect, it } from 'vitest'
import { type CategoryTree, childrenOf, withCategory, withChangedCategory, withoutCategory } from './category-tree.ts'

const NOW = '2026-01-02T00:00:00.000Z'
const content = { description: '', is_active: true, is_internal: false, external_id: null, metadata: null }
const add = (tree: CategoryTree, id: string, place: { parent_category_id?: string; rank?: number } = {}) =>
  withCategory(tree, { name: id, ...content, ...place }, { id, now: NOW })
const named = (tree: CategoryTree, parent: string | null) => childrenOf(tree, parent).map(({ id, rank }) => `${id}${rank}`)

/** a(d, e(f)), b, c */
const letters = () => {
  const roots = ['a', 'b', 'c'].reduce<CategoryTree>((tree, id) => add(tree, id), { id: 'tree', categories: [] })
  const below = ['d', 'e'].reduce((tree, id) => add(tree, id, { parent_category_id: 'a' }), roots)
  return add(below, 'f', { parent_category_id: 'e' })
}
const change = (id: string, fields: Parameters<typeof withChangedCategory>[2]) => withChangedCategory(letters(), id, fields, NOW)

describe('a category tree', () => {
  it('has ranks from 0 upwards, without gaps', () => {
    expect(named(letters(), null)).toEqual(['a0', 'b1', 'c2'])
    expect(named(letters(), 'a')).toEqual(['d0', 'e1'])
  })

  it('sorts children once for all callers', () => {
    const tree = letters()
    expect(childrenOf(tree, 'a')).toBe(childrenOf(tree, 'a'))
  })

  it.each([
    [undefined, ['a0', 'b1', 'c2', 'n3']],
    [0, ['n0', 'a1', 'b2', 'c3']],
    [2, ['a0', 'b1', 'n2', 'c3']],
    [99, ['a0', 'b1', 'c2', 'n3']],
  ])('inserts a new category with rank %j', (rank, expected) => {
    expect(named(add(letters(), 'n', { rank }), null)).toEqual(expected)
  })

  it.each([
    ['c', 0, ['c0', 'a1', 'b2']],
    ['a', 1, ['b0', 'a1', 'c2']],
    ['a', 99, ['b0', 'c1', 'a2']],
    ['b', 1, ['a0', 'b1', 'c2']],
  ])('moves %s to rank %j', (id, rank, expected) => {
    expect(named(change(id, { rank }), null)).toEqual(expected)
  })

  it('moves a branch to another parent and closes the gap that it leaves', () => {
    const last = change('a', { parent_category_id: 'b' })
    expect([named(last, null), named(last, 'b'), named(last, 'a')]).toEqual([['b0', 'c1'], ['a0'], ['d0', 'e1']])

    const first = change('d', { parent_category_id: null, rank: 0 })
    expect([named(first, null), named(first, 'a')]).toEqual([['d0', 'a1', 'b2', 'c3'], ['e0']])
  })

  it('rejects a parent that is unknown or in the branch that is moved', () => {
    for (const parent_category_id of ['a', 'e', 'f'])
      expect(() => change('a', { parent_category_id })).toThrow('cannot be moved below itself')
    expect(() => change('a', { parent_category_id: 'x' })).toThrow("Parent category with id: 'x' does not exist")
    expect(() => add(letters(), 'n', { parent_category_id: 'x' })).toThrow("Parent category with id: 'x' does not exist")
  })

  it('increments the revision only of categories that change', () => {
    const revisions = ({ categories }: CategoryTree) => Object.fromEntries(categories.map(({ id, revision }) => [id, revision]))
    const before = revisions(letters())
    expect(revisions(change('b', { rank: 0 }))).toEqual({ ...before, a: before.a! + 1, b: before.b! + 1 })
    expect(change('b', { rank: 1, name: 'b', metadata: null })).toEqual(letters())
    expect(revisions(change('b', { metadata: { a: 1 } }))).toEqual({ ...before, b: before.b! + 1 })
  })

  it('derives handles from names, and rejects duplicate handles', () => {
    const tree = withCategory(letters(), { name: 'Über Größe_XL testName', ...content }, { id: 'n', now: NOW })
    expect(tree.categories.at(-1)!.handle).toBe('über-größe-xl-test-name')
    expect(() => add(tree, 'A')).toThrow('Product category with handle: a, already exists.')
    expect(() => change('a', { handle: 'b' })).toThrow('Product category with handle: b, already exists.')
  })

  it('deletes only categories without children', () => {
    expect(() => withoutCategory(letters(), 'a')).toThrow('Deleting ProductCategory (a) with category children is not allowed')
    const tree = letters()
    expect(() => withoutCategory(tree, 'x')).toThrow('ProductCategory with id: x was not found')
    expect(named(withoutCategory(letters(), 'd'), 'a')).toEqual(['e0'])
  })
})
