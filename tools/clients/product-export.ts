import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { press } from './forms/steps.ts'
import type { Known, PageRow } from './page-row.ts'

const WRITTEN_MS = 60_000
const LOOK_AGAIN_MS = 500

/** An export of products, whose file the bell announces with its address. */
export const exportRow: PageRow = {
  name: 'export announced by the bell',
  visits: () => [{ path: '/products/export', shows: ['Product export completed successfully!', '-product-exports.csv'] }],
  async act(page, known) {
    const before = await notifications(known)
    await press('Export')(page)
    const until = Date.now() + WRITTEN_MS
    while ((await notifications(known)) === before) {
      if (Date.now() > until) throw new Error('no notification of the export')
      await sleep(LOOK_AGAIN_MS)
    }
    await page.keyboard.down('Control')
    await page.keyboard.press('n')
    await page.keyboard.up('Control')
  },
}

/** How many notifications administrators have. */
const notifications = async ({ get }: Known): Promise<number> =>
  z.object({ count: z.number() }).parse(await get('/admin/notifications?channel=feed&limit=1')).count
