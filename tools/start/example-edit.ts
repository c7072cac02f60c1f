import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { LogInRefused, logIn } from './sign-in.ts'

/** An edit has at most 500 actions: the example's edit is replaced before it is full. */
const RENEWED_AT = 400
const IDLE_MS = 5_000
const BUSY_MS = 200
const TIMEOUT_MS = 5_000

const Preview = z.object({ order: z.object({ order_change: z.object({ actions: z.array(z.unknown()).nullish() }).nullish() }) })

/**
 * Keeps the shipping method example repeatable: cancels the open edit of the example's order and begins another once it has 400
 * actions. Checks often while the edit grows, and rarely otherwise. Logs in again when the token has expired. Ends when `signal`
 * aborts, or the password alone opens nothing any more.
 */
export async function keepExampleEditFresh({
  baseUrl,
  order_id,
  admin,
  signal,
}: {
  baseUrl: string
  order_id: string
  admin: { email: string; password: string; token: string }
  signal: AbortSignal
}) {
  let adminToken = admin.token
  let before: number | undefined = 0
  while (!signal.aborted) {
    const actions: number | undefined = await renewWhenFull({ baseUrl, order_id, adminToken }).catch(() => before)
    if (actions === undefined) {
      const token: string | undefined = await newToken(baseUrl, admin).catch(() => adminToken)
      if (token === undefined) return
      adminToken = token
    }
    await sleep(actions === before ? IDLE_MS : BUSY_MS, undefined, { signal }).catch(() => {})
    before = actions
  }
}

/** Undefined if the password is refused, or is not enough. @throws Error if that cannot be told now */
async function newToken(baseUrl: string, { email, password }: { email: string; password: string }) {
  try {
    const { token, mfa_required } = await logIn(baseUrl, 'user', email, password)
    return mfa_required ? undefined : token
  } catch (error) {
    if (error instanceof LogInRefused) return undefined
    throw error
  }
}

/** Number of actions in the order's open edit, after replacing it if necessary; undefined if the token has expired. */
export async function renewWhenFull({
  baseUrl,
  order_id,
  adminToken,
}: {
  baseUrl: string
  order_id: string
  adminToken: string
}) {
  const send = (method: string, path: string, body?: object) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  const response = await send('GET', `/admin/orders/${order_id}/preview`)
  if (response.status === 401) return undefined
  if (!response.ok) return 0
  const actions = Preview.parse(await response.json()).order.order_change?.actions?.length ?? 0
  if (actions < RENEWED_AT) return actions
  await send('DELETE', `/admin/order-edits/${order_id}`)
  await send('POST', '/admin/order-edits', { order_id })
  return 0
}
