import type { Page } from './browser.ts'
import { isUnchanged } from './is-unchanged.ts'
import type { Known, PageRow } from './page-row.ts'

const PATIENCE = { timeout: 120_000 }
const QUANTITY = '[role=dialog] input[type=number]'
const CONFIRM = '[role=alertdialog] button[type=submit], [role=alertdialog] button:last-of-type'

/** An order is edited, the edit asked for and confirmed, as an administrator does it without the customer. */
export const orderEditRow: PageRow = {
  name: 'order edit',
  visits: async (known) => [{ path: `/orders/${await unchangedOrder(known)}/edits`, shows: ['confirmed', '7x'] }],
  async act(page) {
    await page.waitForSelector(QUANTITY, PATIENCE)
    await page.click(QUANTITY, { count: 3 })
    await page.type(QUANTITY, '7\t') // leaving the field sends it
    await page.waitForNetworkIdle({ idleTime: 1000, ...PATIENCE })
    for (const button of ['[role=dialog] button[type=submit]', CONFIRM, '::-p-text(Force confirm)']) await press(page, button)
  },
}

/** The first order that nobody is changing. @throws Error when all of them are being changed */
async function unchangedOrder(known: Known): Promise<string> {
  const { dev, get } = known
  for (const id of dev.orders) {
    const isOf = await Promise.all(['claims', 'exchanges'].map((kind) => get(`/admin/${kind}?order_id=${id}`)))
    if (isOf.every((answer) => (answer as { count: number }).count === 0) && (await isUnchanged(known, id))) return id
  }
  throw new Error('each order is being changed')
}

/** Presses a button, and waits for the result. */
async function press(page: Page, button: string) {
  await page.waitForSelector(button, PATIENCE)
  await page.click(button)
  await page.waitForNetworkIdle({ idleTime: 1000, ...PATIENCE })
}
