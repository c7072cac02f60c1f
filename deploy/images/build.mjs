// Makes the content of each container image: `node deploy/images/build.mjs <folder>` writes <folder>/<image>.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endBundler } from '../../tools/build.mjs'
import { bundleWithPackages } from '../../tools/bundle-with-packages.mjs'

const SERVICES = ['pricing', 'cart', 'orders', 'sellers', 'gateway']
const ROOT = join(import.meta.dirname, '..', '..')

const [, , target] = process.argv
if (!target) {
  console.error('usage: build.mjs <folder>')
  process.exit(2)
}
for (const service of SERVICES)
  await buildImage(service, { main: `services/${service}/src/main.ts` }, ['deploy/images/health.mjs'])
const steps = { setup: 'deploy/credentials/setup.ts', seed: 'deploy/demo/seed.ts', operate: 'deploy/operate.ts' }
await buildImage('setup', steps, ['deploy/make-signing-key.mjs'])
await endBundler()

/** @param programs the programs to bundle, by name; @param files files that are copied as they are */
async function buildImage(name, programs, files) {
  const folder = join(target, name)
  await mkdir(folder, { recursive: true })
  const bundled = []
  for (const [program, entry] of Object.entries(programs))
    bundled.push(...(await bundleWithPackages(join(ROOT, entry), folder, program)))
  for (const file of files) await copyFile(join(ROOT, file), join(folder, file.split('/').at(-1)))
  await writeFile(join(folder, 'packages.json'), `${JSON.stringify(await versionsOf(bundled), null, 2)}\n`)
}

/** For scanners of vulnerable packages: `name@version`, sorted. */
async function versionsOf(folders) {
  const read = async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return `${name}@${version}`
  }
  return [...new Set(await Promise.all(folders.map(read)))].sort()
}
