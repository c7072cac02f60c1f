import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** An edit has at most 500 actions: the example's edit is replaced before it is full. */
const RENEWED_AT = 400
const IDLE_MS = 5_000
const BUSY_MS = 200
const TIMEOUT_MS = 5_000

const Preview = z.object({ order: z.object({ order_change: z.object({ actions: z.array(z.unknown()).nullish() }).nullish() }) })

/**
 * Keeps the shipping method example repeatable: cancels the open edit of the example's order and begins another once it has 400
 * actions. Checks often while the edit grows, and rarely otherwise. Ends when `signal` aborts.
 */
export async function keepExampleEditFresh(options: {
  base_url: string
  order_id: string
  admin_token: string
  signal: AbortSignal
}) {
  let before = 0
  while (!options.signal.aborted) {
    const actions = await renewWhenFull(options).catch(() => before)
    await sleep(actions === before ? IDLE_MS : BUSY_MS, undefined, { signal: options.signal }).catch(() => {})
    before = actions
  }
}

/** Number of actions in the order's open edit, after replacing it if necessary. */
export async function renewWhenFull({
  base_url,
  order_id,
  admin_token,
}: {
  base_url: string
  order_id: string
  admin_token: string
}) {
  const send = (method: string, path: string, body?: object) =>
    fetch(`${base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin_token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  const response = await send('GET', `/admin/orders/${order_id}/preview`)
  if (!response.ok) return 0
  const actions = Preview.parse(await response.json()).order.order_change?.actions?.length ?? 0
  if (actions < RENEWED_AT) return actions
  await send('DELETE', `/admin/order-edits/${order_id}`)
  await send('POST', '/admin/order-edits', { order_id })
  return 0
}
