// Bundles a service for `npm start`: `node ../../tools/build.mjs` in its folder, or bundleService(folder) from elsewhere.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, context, stop } from 'esbuild'

/**
 * Of every bundle. Packages are found as Node finds them: by the same conditions, and `main` where a package has no `exports`.
 */
export const BUNDLE_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: [],
  mainFields: ['main'],
  sourcemap: true,
  logLevel: 'silent',
}

/**
 * Packages of this repository are bundled from their sources. What npm installed stays outside, and is loaded from where the
 * file that imports it finds it: beside the bundle there may be another version.
 */
const packages = (dist) => ({
  name: 'packages',
  setup(builder) {
    const known = new Map()
    async function find(path, kind, resolveDir) {
      if (isBuiltin(path)) return { path, external: true, sideEffects: false }
      const found = await builder.resolve(path, { kind, resolveDir, pluginData: 'found' })
      if (path.startsWith('@souk/') || found.errors.length > 0) return { ...found, sideEffects: false }
      return { path: encodeURI(relative(dist, found.path)), external: true, sideEffects: false }
    }
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind, pluginData, resolveDir }) => {
      if (kind === 'entry-point' || pluginData === 'found') return undefined
      const key = `${kind} ${path} ${resolveDir}`
      if (!known.has(key)) known.set(key, find(path, kind, resolveDir))
      return known.get(key)
    })
    // What was not found may be there by the next time.
    builder.onEnd(({ errors }) => {
      if (errors.length > 0) known.clear()
    })
  },
})

const optionsOf = (folder, file) => ({
  ...BUNDLE_OPTIONS,
  absWorkingDir: resolve(folder),
  entryPoints: ['src/main.ts'],
  outfile: file,
  write: false,
  plugins: [packages(dirname(file))],
})

/**
 * Bundles `<folder>/src/main.ts` to `<folder>/dist/main.js`, unless the bundle there was made from the same files. Whoever reads
 * meanwhile sees the old file or the new one. Resolves to whether it has bundled.
 */
export async function bundleService(folder) {
  const file = join(resolve(folder), 'dist', 'main.js')
  const record = `${file}.inputs.json`
  if (await isCurrent(record)) return false
  const startedAt = Date.now()
  const { outputFiles, metafile } = await build({ ...optionsOf(folder, file), metafile: true })
  const written = await writeWhole(outputFiles)
  const sources = Object.keys(metafile.inputs).map((path) => resolve(folder, path))
  const inputs = new Set([...sources, ...(await packagesOf(sources)), ...SETTINGS])
  const made = await Promise.all([...inputs].map(async (path) => [path, await stampOf(path)]))
  // Of a file that was saved meanwhile nobody can say which version was read.
  if (made.some(([, { saved_at }]) => saved_at >= startedAt - CLOCK_STEP_MS)) await rm(record, { force: true })
  else await writeWhole([{ path: record, contents: JSON.stringify({ ...Object.fromEntries(made), [file]: written.get(file) }) }])
  return true
}

/** What a bundle depends on besides its sources and their packages. */
const SETTINGS = ['build.mjs', '../tsconfig.json', '../package-lock.json'].map((file) => join(import.meta.dirname, file))

/** The `package.json` of each source's package: the nearest one above it. */
async function packagesOf(sources) {
  const folders = new Map()
  const nearest = async (folder) => {
    const file = join(folder, 'package.json')
    if (await stat(file).catch(() => undefined)) return file
    return dirname(folder) === folder ? undefined : nearestOf(dirname(folder))
  }
  function nearestOf(folder) {
    if (!folders.has(folder)) folders.set(folder, nearest(folder))
    return folders.get(folder)
  }
  const found = await Promise.all(sources.map((source) => nearestOf(dirname(source))))
  return found.filter((file) => file !== undefined)
}

/** Some file systems keep times in steps. */
const CLOCK_STEP_MS = 2000

/** Whether the bundle, and every file that it was made from, are as they were then. */
async function isCurrent(record) {
  try {
    const made = Object.entries(JSON.parse(await readFile(record, 'utf8')))
    const now = await Promise.all(made.map(([path]) => stampOf(path)))
    return made.every(([, { saved_at, size }], at) => now[at].saved_at === saved_at && now[at].size === size)
  } catch {
    return false
  }
}

async function stampOf(path) {
  const { mtimeMs: saved_at, size } = await stat(path)
  return { saved_at, size }
}

/**
 * Bundles `<folder>/src/main.ts` to `<folder>/dist/<name>.js` as often as it is asked to, the later times fast. `bundle` resolves
 * to whether the program is another one than before, and rejects with esbuild's `errors`.
 */
export async function createBundler(folder, name) {
  const file = join(resolve(folder), 'dist', `${name}.js`)
  const bundler = await context({ ...optionsOf(folder, file), metafile: true })
  let program
  let imports = []
  return {
    file,
    /** Addresses of the packages that the program loads. */
    packages: () =>
      imports
        .filter(({ path, kind }) => kind === 'import-statement' && !isBuiltin(path))
        .map(({ path }) => new URL(path, pathToFileURL(file)).href),
    async bundle() {
      const { outputFiles, metafile } = await bundler.rebuild()
      imports = Object.values(metafile.outputs).flatMap((output) => output.imports.filter(({ external }) => external))
      const text = outputFiles.find(({ path }) => path === file).text
      if (text === program) return false
      await writeWhole(outputFiles)
      program = text
      return true
    },
  }
}

/** Resolves to the stamps of the files, by path. */
async function writeWhole(outputFiles) {
  const stamps = new Map()
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    const unfinished = `${path}.${randomBytes(4).toString('hex')}`
    await writeFile(unfinished, contents)
    stamps.set(path, await stampOf(unfinished)) // before others can replace it
    await rename(unfinished, path)
  }
  return stamps
}

/** Ends the bundler's own process, which otherwise stays as long as this one. */
export const endBundler = stop

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleService(process.cwd())
