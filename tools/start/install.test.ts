import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A fresh clone with an unavailable registry, started by a program that identifies itself as `execpath`. */
async function startFresh(execpath: (root: string) => Promise<string | undefined>) {
  const root = await mkdtemp(join(tmpdir(), 'souk-install-'))
  await mkdir(join(root, 'tools', 'start'), { recursive: true })
  const bootstrap = join(root, 'tools', 'start', 'bootstrap.mjs')
  await copyFile(join(import.meta.dirname, 'bootstrap.mjs'), bootstrap)
  const manifest = { name: 'x', version: '1.0.0', engines: { node: '>=20' }, dependencies: { picocolors: '1.1.1' } }
  const picocolors = {
    version: '1.1.1',
    resolved: 'http://127.0.0.1:9/picocolors/-/picocolors-1.1.1.tgz',
    integrity: 'sha512-eA==',
  }
  const packages = { '': manifest, 'node_modules/picocolors': picocolors }
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, packages }))
  const npm_execpath = await execpath(root)
  const env = {
    ...process.env,
    ...(npm_execpath && { npm_execpath }),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(root, 'cache'),
  }

  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [bootstrap, 'start', '--json'], { env, timeout: 150_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    )
  })

  await rm(root, { recursive: true, force: true })
  return ended
}

async function otherManager(root: string) {
  const file = join(root, 'pnpm.cjs')
  await writeFile(file, "console.error('pnpm: unknown options')\nprocess.exitCode = 1")
  return file
}

it.each([
  ['npm', async () => process.env.npm_execpath],
  ['another package manager with other options', otherManager],
])('reports an unreachable registry quickly: by %s', async (_, execpath) => {
  const { code, stdout, stderr } = await startFresh(execpath)

  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/npm ci failed: it cannot reach http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)\. Look at the network/)
})
