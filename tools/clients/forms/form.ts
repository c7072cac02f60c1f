import type { Known, PageRow } from '../page-row.ts'
import { firstOf } from '../record-pages.ts'
import type { Step } from './steps.ts'

/** A form of the dashboard that is filled in and saved. */
export interface Form {
  /** The name of the row; `--only` takes it. */
  name: string
  /** The path in the dashboard; `:id` is the first record of Souk's `list`. */
  path: string | ((known: Known) => Promise<string>)
  list?: string
  steps: readonly Step[]
  /** Whether the saved form is opened again, because no page shows its values; default no. */
  reopens?: boolean
  /** Texts that are seen once the form is saved. */
  shows: readonly string[]
}

/** A row that opens a form, fills it in and saves it. */
export const formRow = ({ name, path, list, steps, reopens = false, shows }: Form): PageRow => ({
  name,
  async visits(known) {
    const pattern = typeof path === 'string' ? path : await path(known)
    return [{ path: list ? pattern.replace(':id', (await firstOf(known, list)).id) : pattern, shows: [...shows] }]
  },
  async act(page) {
    const opened = page.url()
    for (const step of steps) await step(page)
    if (reopens) await page.goto(opened, { waitUntil: 'domcontentloaded' })
  },
})
