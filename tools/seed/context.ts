import type { SeedSecrets } from '../start/secrets.ts'

export interface SeedContext {
  secrets: SeedSecrets
  /** ISO 8601; default: the present time. */
  now?: string
  /** See `insertMissing`. */
  leftOut?: (text: string) => void
}
