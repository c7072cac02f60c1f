import { type Actor, logIn } from '@souk/contracts'
import { decodeJwt } from 'jose'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { hashPassword } from '../src/credentials/passwords.ts'
import { aMember, aSeller } from './builders.ts'
import type { startSellers } from './service.ts'

const PASSWORD = 'correct horse'
const AT = '2026-01-01T00:00:00.000Z'
let n = 0

/** A seller's member who has just logged in: the token, and how the gateway says so. */
export async function someoneLoggedIn(service: Awaited<ReturnType<typeof startSellers>>) {
  const id = `${++n}`
  const email = `${id}@example.com`
  const names = { id: `authid_${id}`, actor_id: `mem_${id}`, seller_id: `sel_${id}` }
  await insertMissing(service.db, {
    sellers: [
      aSeller({ id: names.seller_id, handle: id, members: [aMember({ id: names.actor_id, seller_id: names.seller_id })] }),
    ],
  })
  const password_hash = await hashPassword(PASSWORD)
  await insertMissing(service.db, {
    auth_identities: [
      { ...names, provider: 'emailpass', actor_type: 'seller', email, password_hash, created_at: AT, updated_at: AT },
    ],
  })
  const { body } = await service.send(logIn, { params: { actor_type: 'seller' }, body: { email, password: PASSWORD } })
  return { ...names, token: body.token as string, actor: holderOf(body.token) }
}

export function holderOf(token: string): Extract<Actor, { type: 'identity' }> {
  const { actor_id, actor_type, auth_identity_id, jti, sid, iat } = decodeJwt<Record<string, string>>(token)
  return {
    type: 'identity',
    id: actor_id!,
    actor_type: actor_type!,
    identity_id: auth_identity_id!,
    token_id: jti!,
    session_id: sid ?? null,
    issued_at: iat as unknown as number,
  }
}
