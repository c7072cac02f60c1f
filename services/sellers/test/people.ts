import { type Actor, register } from '@souk/contracts'
import type { startSellers } from './service.ts'
import { holderOf } from './sessions.ts'

export const PASSWORD = 'correct horse'
let registered = 0

/** Somebody who registered, and is nobody yet. */
export async function someoneRegistered(
  { call }: Awaited<ReturnType<typeof startSellers>>,
  actor_type: 'user' | 'customer' | 'seller' = 'user',
): Promise<{ email: string; actor: Extract<Actor, { type: 'identity' }> }> {
  const email = `registered-${process.pid}-${++registered}@example.com`
  const { token } = await call(register, { params: { actor_type }, body: { email, password: PASSWORD } })
  return { email, actor: holderOf(token) }
}
