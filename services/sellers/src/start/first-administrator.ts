import { derivedOpId, idsFrom } from '@souk/runtime'
import type { SellersConfig } from '../config.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { IdentityStore } from '../stores/identities.ts'
import type { UserStore } from '../stores/users.ts'

/** Creates the administrator that the configuration names, once: later changes of the password are the administrator's own. */
export async function ensureFirstAdministrator(
  { identities, users }: { identities: IdentityStore; users: UserStore },
  { ADMIN_EMAIL, ADMIN_PASSWORD }: SellersConfig,
) {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const email = ADMIN_EMAIL.toLowerCase()
  const known = await identities.findByEmail('user', email, Date.now() + 10_000)
  if (known && known.actor_id !== '') return
  const now = new Date()
  // Time 0: replicas that start together derive the same ids, and so create one record.
  const newId = idsFrom(derivedOpId(0, 'first-administrator', email))
  const timestamps = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const user = {
    id: newId('user'),
    email,
    first_name: null,
    last_name: null,
    avatar_url: null,
    metadata: null,
    deleted_at: null,
    ...timestamps,
  }
  const password_hash = await hashPassword(ADMIN_PASSWORD)
  const identity = {
    id: newId('authid'),
    provider: 'emailpass',
    actor_type: 'user',
    email,
    password_hash,
    actor_id: user.id,
    seller_id: null,
    ...timestamps,
  } as const
  await users.createOnce(user)
  // An earlier registration with this e-mail proved nothing, and its maker has a token of that identity: the administrator gets a
  // new identity.
  if (known) await identities.deleteUnclaimed(known.id)
  await identities.insert(identity, Date.now() + 10_000, { is: 'open' })
}
