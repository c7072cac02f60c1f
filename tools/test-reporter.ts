import type { Reporter, TestModule } from 'vitest/node'

/** Prints the result as the very last line of a test run: `N passed, N failed`, and `, N skipped` when there are any. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (state: string) => states.filter((candidate) => candidate === state).length
    // A file that does not load and an error outside any test are failures that no test counts.
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length
    const skipped = count('skipped') + count('pending')
    const line = `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
