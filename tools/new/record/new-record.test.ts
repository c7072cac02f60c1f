import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ROOT } from '../../start/config.ts'
import { type CheckoutCopy, copyCheckout } from '../checkout-copy.ts'
import { createTree } from '../tree.ts'
import { newRecord } from './new-record.ts'
import { readRecordOptions } from './record-options.ts'

const ARCHITECTURE = 'test/architecture.test.ts'
/** The servers of this test run, and its NATS accounts, serve the tests of the copy too. */
const CONFIG = `export default {
  test: {
    provide: { infra: ${JSON.stringify(inject('infra'))} },
    setupFiles: ['tools/infra/vitest-patience.ts', 'tools/infra/vitest-account.ts'],
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
}
`

let copy: CheckoutCopy
beforeAll(() => {
  copy = copyCheckout()
  cpSync(join(ROOT, ARCHITECTURE), join(copy.root, ARCHITECTURE))
  writeFileSync(join(copy.root, 'vitest.config.ts'), CONFIG)
})
afterAll(() => copy.remove())

/** The output of tests in the copy. */
async function outputOf(tests: readonly string[]): Promise<string> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const options = { cwd: copy.root, env: { ...process.env, NO_COLOR: '1' } }
  const running = promisify(execFile)(process.execPath, [vitest, 'run', ...tests], options)
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

describe('npm run new -- <service> <record> --record', () => {
  it('generates plain records that work: they compile, and their tests and those of registers pass', {
    timeout: 600_000,
  }, async () => {
    const written = [
      ['orders', 'customer-tag'],
      ['pricing', 'fabric'],
      ['sellers', 'market-stall', '--path', '/admin/stalls', '--resource', 'stalls', '--prefix', 'stl'],
    ].map((args) => newRecord(copy.root, [...args, '--record']))

    expect(written[2]!.files).toEqual([
      'docs/events.md',
      'libs/contracts/src/events.ts',
      'libs/contracts/src/index.ts',
      'libs/contracts/src/operations.ts',
      'libs/contracts/src/sellers/stalls.ts',
      'services/sellers/src/deps.ts',
      'services/sellers/src/operations/stalls/handlers.ts',
      'services/sellers/src/operations/stalls/stalls.test.ts',
      'services/sellers/src/service.ts',
      'services/sellers/src/stores/stalls.ts',
      'test/system/scenes/scenes.ts',
      'test/system/scenes/stalls.ts',
      'tools/seed/insert-missing.ts',
      'tools/seed/sellers.ts',
      'tools/seed/stalls.ts',
    ])
    const files = new Set(written.flatMap((one) => one.files).filter((file) => file.endsWith('.ts')))
    expect(copy.problemsIn([...files])).toEqual([])
    const tests = [ARCHITECTURE, ...written.map(({ own }) => own.test)]
    expect(await outputOf(tests)).toMatch(`Test Files  ${tests.length} passed (${tests.length})`)
    expect(copy.textOf('docs/events.md')).toContain(
      '| `evt.sellers.market-stall.created` | `market-stall.created` | A market stall was created. | `id`: The market stall |',
    )
    expect(copy.textOf('libs/contracts/src/sellers/stalls.ts')).toMatch(/path: '\/admin\/stalls'.*'stl', 1\).*'stl', 2\)/s)
    expect(copy.textOf('tools/seed/sellers.ts')).toMatch(/const records = \{\s+stalls: seededStalls,/)
    expect(copy.textOf('tools/seed/insert-missing.ts')).toMatch(/const DOCUMENTS[^;]*\bstalls: searched\(listStalls\),\n\}/)
    expect(copy.textOf('test/system/scenes/scenes.ts')).toMatch(/RESOURCES: readonly Resource\[\] = \[[^\]]*\bstalls,/)
  })
})

describe('the options', () => {
  const tree = createTree(ROOT)

  it('take the names of a record from one', () => {
    expect(readRecordOptions(['pricing', 'product-care-note', '--record'], tree)).toEqual({
      ...{ service: 'pricing', prefix: 'pcnote', path: '/admin/product-care-notes' },
      ...{ one: 'product-care-note', oneInCode: 'productCareNote', type: 'ProductCareNote', key: 'product_care_note' },
      ...{ many: 'product-care-notes', manyInCode: 'productCareNotes', types: 'ProductCareNotes', keys: 'product_care_notes' },
      ...{ noun: 'product care note', nouns: 'product care notes' },
    })
  })

  it.each([
    [['sellers'], /^npm run new -- <service> <operation>/],
    [['gateway', 'lantern'], /^npm run new/],
    [['sellers', 'Lantern'], /^npm run new/],
    [['sellers', 'paper-lanterns'], 'paper-lanterns are several: name one of them, such as paper-lantern'],
    [['orders', 'refund-reason'], 'refund-reasons exist already, in libs/contracts/src/orders/refund-reasons.ts'],
    [['orders', 'tag'], 'libs/contracts/src/pricing/product.ts has a Tag already: name the new record more exactly'],
    [['sellers', 'lantern', '--path', '/vendor/lanterns'], '/vendor/lanterns is not for administrators'],
    [['sellers', 'lantern', '--prefix', 'L'], 'L is no prefix of ids'],
    [['sellers', 'lantern', '--prefix', 'gcard'], 'ids of other records begin with gcard_'],
    [['sellers', 'lantern', '--method', 'GET'], /^Unknown option/],
  ])('are rejected: %j', (args, message) => {
    expect(() => readRecordOptions([...args, '--record'], tree)).toThrow(message)
  })
})
