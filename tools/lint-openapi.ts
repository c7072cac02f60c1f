import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations, toOpenApi } from '@souk/contracts'
import { FILE_ROUTES } from '../services/gateway/src/files/file-routes.ts'
import { readFlags } from './start/arguments.ts'

export const HELP = `npm run lint:openapi

Holds the OpenAPI document against the strict rules of Redocly's linter. Exit code 0: it keeps all of them; otherwise the linter's own.`

/** `npm run lint:openapi`: returns the linter's exit code. The linter tells nobody of the document. */
export function run(args: readonly string[]): number {
  readFlags(args, [])
  const require = createRequire(import.meta.url)
  const linter = require.resolve('@redocly/cli/bin/cli.js')
  const folder = mkdtempSync(join(tmpdir(), 'souk-openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(toOpenApi(operations, '0.1.0', FILE_ROUTES), null, 2))
  const { status } = spawnSync(process.execPath, [linter, 'lint', file, '--extends', 'recommended-strict'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
  })
  rmSync(folder, { recursive: true })
  return status ?? 1
}
