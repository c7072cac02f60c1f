import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundleService, endBundler } from './build.mjs'
import { ROOT, SERVICES } from './start/config.ts'

const packageJson = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const importsOf = (bundle: string) =>
  [...bundle.matchAll(/^(?:import|export)\b[^"'\n]*["']([^"']+)["'];?$/gm)].map(([, path]) => path!)

const LIBRARIES = ['contracts', 'runtime', 'totals'].map((name) => join(ROOT, 'libs', name))

afterAll(endBundler)

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
