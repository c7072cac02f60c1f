import type { DevJson } from '../start/dev-json.ts'
import type { Page } from './browser.ts'

/** The instance, and a way to read from it, for opening a page. */
export interface Known {
  dev: DevJson
  /** A record as the administrator's token gets it. @throws Error when the answer is not 2xx */
  get(path: string): Promise<unknown>
}

/** A page as it is opened once. */
interface Visit {
  /** Below the dashboard's base. */
  path: string
  /** Texts that a person must see. */
  shows: string[]
}

export interface PageRow {
  name: string
  visits(known: Known): Visit[] | Promise<Visit[]>
  /** The clicks and key presses after which the texts show. */
  act?(page: Page, known: Known): Promise<void>
}
