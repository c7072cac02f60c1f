import { vi } from 'vitest'

/**
 * How long a test waits for a condition by default, in ms: the machine may be busy, and a wait ends with the condition anyway.
 * The default of `vi.waitFor` is one second; `expect.poll` has its timeout in the configuration.
 */
export const PATIENCE_MS = 60_000

const { waitFor, waitUntil } = vi
const patiently = (options: Parameters<typeof waitFor>[1]) =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }
vi.waitFor = (callback, options) => waitFor(callback, patiently(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options))
