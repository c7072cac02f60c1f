import { defineConfig } from 'vitest/config'
import { TotalsReporter } from './tools/test-reporter.ts'

export default defineConfig({
  test: {
    include: ['libs/*/test/**/*.test.ts', 'services/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['tools/infra/vitest-setup.ts'],
    setupFiles: ['tools/infra/vitest-patience.ts', 'tools/infra/vitest-account.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', new TotalsReporter()],
  },
})
