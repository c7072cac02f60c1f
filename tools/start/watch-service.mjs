// A service in watch mode, in whose folder this runs: with its own part of what `npm run dev` made for all of them, or as it is.
import { spawn } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { SOUK_SERVICES_ENV = '{}', ...env } = process.env
const tsx = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules', 'tsx', 'dist', 'cli.mjs')
const service = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/main.ts'], {
  stdio: 'inherit',
  env: { ...env, ...JSON.parse(SOUK_SERVICES_ENV)[basename(process.cwd())] },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal))
service.once('exit', (code) => process.exit(code ?? 1))
