// Bundles a service: `node ../../tools/build.mjs` in its folder, or bundleService(folder) from elsewhere.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

/** Packages of this repository are bundled from their sources; everything that npm installed stays outside. */
const packages = {
  name: 'packages',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, ...rest }) => {
      if (kind === 'entry-point' || pluginData === 'own') return undefined
      if (!path.startsWith('@souk/')) return { path, external: true, sideEffects: false }
      const { importer, resolveDir } = rest
      const own = await builder.resolve(path, { kind, importer, resolveDir, pluginData: 'own' })
      return { ...own, sideEffects: false }
    })
  },
}

/** Bundles `<folder>/src/main.ts` to `<folder>/dist/main.js`. Whoever reads meanwhile sees the old file or the new one. */
export async function bundleService(folder) {
  const dist = join(folder, 'dist')
  const { outputFiles } = await build({
    absWorkingDir: resolve(folder),
    entryPoints: ['src/main.ts'],
    outfile: 'dist/main.js',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'silent',
    plugins: [packages],
  })
  await mkdir(dist, { recursive: true })
  for (const file of outputFiles) {
    const unfinished = `${file.path}.${randomBytes(4).toString('hex')}`
    await writeFile(unfinished, file.contents)
    await rename(unfinished, file.path)
  }
}

/** Ends the bundler's own process, which otherwise stays as long as this one. */
export const endBundler = stop

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleService(process.cwd())
