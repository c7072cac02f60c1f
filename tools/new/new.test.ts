import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../start/config.ts'
import { type CheckoutCopy, copyCheckout } from './checkout-copy.ts'
import { newOperation } from './new-operation.ts'
import { readOptions } from './options.ts'
import { createTree } from './tree.ts'

let copy: CheckoutCopy
beforeAll(() => {
  copy = copyCheckout()
})
afterAll(() => copy.remove())

describe('npm run new', () => {
  it('generates operations that compile and pass lint, for existing and new resources', { timeout: 600_000 }, () => {
    const written = [
      ['sellers', 'admire-member'],
      ['orders', 'list-lanterns'],
      ['orders', 'delete-lantern'],
      ['cart', 'admire-cart', '--path', '/store/carts/:id/admire'],
    ].map((args) => newOperation(copy.root, args))

    expect(written.map(({ test }) => test)).toEqual([
      'services/sellers/src/operations/members/admire-member.test.ts',
      'services/orders/src/operations/lanterns/list-lanterns.test.ts',
      'services/orders/src/operations/lanterns/delete-lantern.test.ts',
      'services/cart/src/operations/carts/admire-cart.test.ts',
    ])
    expect(written[0]!.files).toEqual([
      'libs/contracts/src/sellers/members.ts',
      'services/sellers/src/operations/members/admire-member.test.ts',
      'services/sellers/src/operations/members/admire-member.ts',
      'services/sellers/src/operations/members/handlers.ts',
      'test/system/scenes/members.ts',
    ])
    expect(written[1]!.files.filter((file) => !file.includes('/operations/'))).toEqual([
      'libs/contracts/src/index.ts',
      'libs/contracts/src/operations.ts',
      'libs/contracts/src/orders/lanterns.ts',
      'services/orders/src/service.ts',
      'test/system/scenes/lanterns.ts',
      'test/system/scenes/scenes.ts',
    ])
    const wrong = 'services/sellers/src/wrong.ts'
    writeFileSync(join(copy.root, wrong), "export const wrong: number = 'text'\n")
    expect(copy.problemsIn([wrong, ...new Set(written.flatMap(({ files }) => files))])).toEqual([
      `${wrong}: Type 'string' is not assignable to type 'number'.`,
    ])
    const texts = (files: readonly string[], end: string) =>
      files
        .filter((file) => file.endsWith(end))
        .map(copy.textOf)
        .join()
    const [{ files }, { files: ofNewResource }] = written as [(typeof written)[0], (typeof written)[0]]
    expect(texts(files, '/admire-member.ts')).toContain("'unsupported_operation', 'admire-member is not written yet'")
    expect(texts(files, '/handlers.ts')).toMatch(/memberHandlers = implementAll\(memberOperations, \{[^}]*\badmireMember\b/)
    expect(texts(files, '/members.ts')).toMatch(/memberOperations = \{[^}]*\badmireMember\b/)
    expect(texts(ofNewResource, '/service.ts')).toMatch(/handlers: \[[^\]]*\.\.\.lanternHandlers\b/)
    expect(texts(files, 'scenes/members.ts')).toContain("'admire-member': { ids: memberIds, body: {} }")
    expect(texts(ofNewResource, '/operations.ts')).toMatch(/\[[^\]]*\.\.\.Object\.values\(lanternOperations\),?\s*\]/)
    expect(texts(ofNewResource, '/scenes.ts')).toMatch(/RESOURCES: readonly Resource\[\] = \[[^\]]*\blanterns\b/)
    expect(copy.textOf('test/system/scenes/lanterns.ts')).toMatch(/'delete-lantern': \{ ids: \{ own: .*'list-lanterns': \{\}/s)
  })
})

describe('the options', () => {
  const tree = createTree(ROOT)

  it.each([
    [['pricing', 'create-lantern'], { resource: 'lanterns', method: 'POST', path: '/admin/lanterns' }],
    [['pricing', 'list-lantern-galleries'], { resource: 'lantern-galleries', method: 'GET', path: '/admin/lantern-galleries' }],
    [['pricing', 'update-lantern'], { resource: 'lanterns', method: 'POST', path: '/admin/lanterns/:id' }],
    [['sellers', 'admire-member'], { resource: 'members', method: 'POST', path: '/vendor/members/:id/admire' }],
    [['orders', 'admire-order-edit'], { resource: 'order-edits', method: 'POST', path: '/admin/order-edits/:id/admire' }],
    [['pricing', 'delete-price-list-lantern'], { resource: 'price-lists', path: '/vendor/price-lists/:id/lantern' }],
    [
      ['cart', 'admire-cart', '--method', 'GET', '--path', '/store/mine'],
      { resource: 'carts', method: 'GET', path: '/store/mine' },
    ],
    [['orders', 'get-lantern', '--resource', 'orders'], { resource: 'orders', method: 'GET', path: '/admin/orders/:id' }],
  ])('%j', (args, expected) => {
    expect(readOptions(args, tree)).toMatchObject(expected)
  })

  it.each([
    [['sellers'], /^npm run new -- <service> <operation>/],
    [['gateway', 'admire-member'], /^npm run new/],
    [['sellers', 'UpdateMember'], /^npm run new/],
    [['sellers', 'get-member'], 'get-member is an operation already'],
    [['sellers', 'admire-member', '--method', 'PUT'], 'PUT is none of GET, POST, DELETE'],
    [['sellers', 'admire-member', '--path', '/members/:id'], /does not begin with who may call/],
  ])('are rejected: %j', (args, message) => {
    expect(() => readOptions(args, tree)).toThrow(message)
  })
})
