import { cp, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { BUNDLE_OPTIONS } from './build.mjs'

/** Packages that read files of their own folder: these lie beside the bundle. */
const FILES = { '@fastify/swagger-ui': ['static'] }

const PACKAGE = /^(.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+))/
/**
 * Traces name lines of our own sources, and of packages no more than the file: with their lines, Node would read some ten
 * megabytes.
 */
const FILE_ONLY = `//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":[""],"mappings":"AAAA"}')}`

/** What CommonJS files find in their surroundings. */
const SURROUNDINGS = [
  "import { createRequire as __createRequire } from 'node:module'",
  'const require = __createRequire(import.meta.url)',
  'const __bundleFolder = import.meta.dirname',
].join('\n')

/** Each file of a package finds its folder below `packages/<name>` beside the bundle. */
const packages = {
  name: 'packages',
  setup(builder) {
    builder.onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => {
      const [, root, name] = PACKAGE.exec(path)
      const text = await readFile(path, 'utf8')
      const folder = JSON.stringify(join('packages', name, relative(root, dirname(path))))
      const own = /\b__dirname\b/.test(text) ? `const __dirname = require('node:path').join(__bundleFolder, ${folder});` : ''
      return { contents: `${own}${text}\n${FILE_ONLY}`, loader: 'js', resolveDir: dirname(path) }
    })
  },
}

/**
 * Bundles a program with every package that it uses into `<folder>/<name>.mjs`, which runs where nothing is installed. Native
 * parts of packages, for the machine that bundles, and files that packages read lie beside it.
 *
 * @returns the folders of the packages in it
 */
export async function bundleWithPackages(entry, folder, name) {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [{ in: resolve(entry), out: name }],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    loader: { '.node': 'copy' },
    assetNames: '[name]',
    banner: { js: SURROUNDINGS },
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
    plugins: [packages],
  })
  const folders = [...new Set(Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(resolve(path))?.[1] ?? []))]
  for (const one of folders)
    for (const files of FILES[PACKAGE.exec(one)[2]] ?? [])
      await cp(join(one, files), join(folder, 'packages', PACKAGE.exec(one)[2], basename(files)), { recursive: true })
  return folders
}
