import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { cacheFolder, fillCacheEntry } from '../infra/cache.ts'

const run = promisify(execFile)
const PACKAGES = join(import.meta.dirname, 'packages')
const INSTALL_TIMEOUT_MS = 10 * 60_000
const BUILD_TIMEOUT_MS = 10 * 60_000
const OUTPUT_LIMIT = 16 * 2 ** 20

/** Where the dashboard is served from, as the peers do. */
export const DASHBOARD_BASE = '/app'
/** Stands in the built dashboard for the address of the API; its server puts the real one there. */
export const BACKEND_PLACEHOLDER = 'http://backend.invalid'
const STOREFRONT = 'http://127.0.0.1:8000'

export interface ClientPackages {
  /** Folder of the built dashboard. */
  dashboard: string
  /** Module of the browser driver. */
  driver: string
}

/**
 * The official dashboard, built, and the browser driver: installed on first use into a cache folder that all clones share, in
 * the versions of the lockfile in `packages/`. Other pins are another entry.
 * @throws Error with the message of npm or of the bundler
 */
export async function bringClientPackages(env: NodeJS.ProcessEnv, tell: (line: string) => void): Promise<ClientPackages> {
  const entry = await clientPackagesEntry()
  const folder = join(cacheFolder(env), entry)
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    tell(`Installing the official dashboard and a browser driver into ${folder} (400 MB), then building it: some minutes, once`)
    await fillCacheEntry(entry, env, (filling) => fill(filling, env))
  }
  return {
    dashboard: join(folder, 'dashboard'),
    driver: pathToFileURL(join(folder, 'node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')).href,
  }
}

async function fill(folder: string, env: NodeJS.ProcessEnv) {
  for (const file of await readdir(PACKAGES)) await copyFile(join(PACKAGES, file), join(folder, file))
  // Other package managers name themselves there, and take other options.
  const isNpm = /^npm(-cli)?\.[cm]?js$/.test(basename(env.npm_execpath ?? ''))
  const [program, first] = isNpm ? [process.execPath, [env.npm_execpath!]] : ['npm', []]
  // Not npm ci: it refuses a lockfile that lacks optional packages of other platforms, as some registries make npm write it.
  await inFolder(
    folder,
    program,
    [...first, 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'],
    INSTALL_TIMEOUT_MS,
  )
  const build = ['build-dashboard.mjs', join(folder, 'dashboard'), DASHBOARD_BASE, BACKEND_PLACEHOLDER, STOREFRONT]
  await inFolder(folder, process.execPath, build, BUILD_TIMEOUT_MS)
}

async function inFolder(cwd: string, program: string, args: readonly string[], timeout: number) {
  const shell = program === 'npm' && process.platform === 'win32'
  await run(program, args, { cwd, timeout, shell, maxBuffer: OUTPUT_LIMIT }).catch(
    (error: { stderr?: string; message: string }) => {
      throw new Error(
        `${args.find((arg) => arg.endsWith('.mjs')) ?? 'npm install'} failed: ${error.stderr?.trim() || error.message}`,
      )
    },
  )
}

/** The name of the cache entry: a hash of all that decides its contents. */
export async function clientPackagesEntry(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(PACKAGES)).toSorted()) hash.update(await readFile(join(PACKAGES, file)))
  return `clients-${hash.digest('hex').slice(0, 12)}-${process.platform}-${process.arch}`
}
