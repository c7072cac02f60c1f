import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleService, endBundler } from './build.mjs'
import { ROOT, SERVICES } from './start/config.ts'

const packageJson = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const importsOf = (bundle: string) =>
  [...bundle.matchAll(/^(?:import|export)\b[^"'\n]*["']([^"']+)["'];?$/gm)].map(([, path]) => path!)

const LIBRARIES = ['contracts', 'runtime', 'totals'].map((name) => join(ROOT, 'libs', name))

/** A package that was saved long ago. */
function createPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'souk-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  const save = (name: string, text: string, at = new Date('2026-01-01')) => {
    writeFileSync(join(folder, name), text)
    utimesSync(join(folder, name), at, at)
  }
  save('package.json', '{}')
  save('src/word.ts', "export const word = 'first'")
  save('src/main.ts', "import { word } from './word.ts'\nconsole.log(word)")
  return { folder, save, bundle: join(folder, 'dist', 'main.js') }
}

afterAll(endBundler)

describe('a bundle', () => {
  it('is not made again from the same files', async () => {
    const { folder } = createPackage()

    expect(await bundleService(folder)).toBe(true)
    expect(await bundleService(folder)).toBe(false)
  })

  it('is made again when a file that it was made from changes', async () => {
    const { folder, save, bundle } = createPackage()
    await bundleService(folder)

    save('src/word.ts', "export const word = 'other'", new Date('2026-01-02'))
    expect(await bundleService(folder)).toBe(true)
    expect(readFileSync(bundle, 'utf8')).toContain('other')
    save('package.json', '{ "sideEffects": false }')
    expect(await bundleService(folder)).toBe(true)
  })

  it('may be made from files beside `src`, which count as their package does', async () => {
    const { folder, save } = createPackage()
    mkdirSync(join(folder, 'part', 'src'), { recursive: true })
    save('shared.ts', "export const shared = 'beside'")
    save('part/src/main.ts', "import { shared } from '../../shared.ts'\nconsole.log(shared)")
    const part = join(folder, 'part')

    expect(await bundleService(part)).toBe(true)
    expect(await bundleService(part)).toBe(false)
    save('package.json', '{ "sideEffects": false }')
    expect(await bundleService(part)).toBe(true)
    expect(readFileSync(join(part, 'dist', 'main.js'), 'utf8')).toContain('beside')
  })

  it('is made again when it is missing, or was changed itself', async () => {
    const { folder, bundle } = createPackage()
    await bundleService(folder)

    rmSync(bundle)
    expect(await bundleService(folder)).toBe(true)
    writeFileSync(bundle, 'broken')
    expect(await bundleService(folder)).toBe(true)
    expect(readFileSync(bundle, 'utf8')).toContain('first')
  })

  it('is made again when a file may have been saved while it was read', async () => {
    const { folder, save } = createPackage()
    save('src/word.ts', "export const word = 'second'", new Date())

    expect(await bundleService(folder)).toBe(true)
    expect(await bundleService(folder)).toBe(true)
  })
})

it.each(SERVICES)('the bundle of %s loads each package in its declared version', async (name) => {
  const folder = join(ROOT, 'services', name)
  await bundleService(folder)
  const declared = Object.assign({}, ...[folder, ...LIBRARIES].map((one) => packageJson(one).dependencies))

  const paths = importsOf(readFileSync(join(folder, 'dist', 'main.js'), 'utf8')).filter((path) => !isBuiltin(path))

  const folders = new Set(
    paths.map((path) => resolve(folder, 'dist', /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)),
  )
  const loaded = [...folders].map((one) => packageJson(one))
  expect(loaded.length).toBeGreaterThan(8)
  expect(loaded.map((one) => [one.name, one.version])).toEqual(loaded.map((one) => [one.name, declared[one.name]]))
})
