import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations, toOpenApi } from '@souk/contracts'

/** Holds the OpenAPI document against the strict rules of Redocly's linter; ends with its exit code. The linter tells nobody of it. */
const require = createRequire(import.meta.url)
const linter = require.resolve('@redocly/cli/bin/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'souk-openapi-'))
const file = join(folder, 'openapi.json')
writeFileSync(file, JSON.stringify(toOpenApi(operations, '0.1.0'), null, 2))

const { status } = spawnSync(process.execPath, [linter, 'lint', file, '--extends', 'recommended-strict'], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
})
rmSync(folder, { recursive: true })
process.exit(status ?? 1)
