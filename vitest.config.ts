import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/infra/longest-first.ts'
import { TotalsReporter } from './tools/test-reporter.ts'

export default defineConfig({
  test: {
    include: ['{libs,services,test,tools}/**/*.test.ts'],
    globalSetup: ['tools/infra/vitest-setup.ts'],
    setupFiles: ['tools/infra/vitest-patience.ts', 'tools/infra/vitest-account.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // Work that a late attempt left is looked for each half minute, and first up to two minutes after a service has started.
    expect: { poll: { timeout: 160_000 } },
    reporters: ['default', new TotalsReporter()],
  },
})
