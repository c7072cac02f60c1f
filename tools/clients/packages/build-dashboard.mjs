// Runs in the folder in which the packages beside it are installed, and puts the official dashboard, unmodified, in the folder
// that it is given.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [outDir, path, backendUrl, storefrontUrl] = process.argv.slice(2)
const installed = createRequire(join(process.cwd(), 'package.json'))
const { build } = installed('@medusajs/admin-bundler')

await build({ outDir, path, backendUrl, storefrontUrl, sources: [], plugins: [] })
