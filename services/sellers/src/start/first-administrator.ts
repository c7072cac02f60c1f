import { derivedOpId, idsFrom, type Logger } from '@souk/runtime'
import type { SellersConfig } from '../config.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { IdentityStore } from '../stores/identities.ts'
import type { UserStore } from '../stores/users.ts'

/** How long a read or write of a record may take, in ms. */
const RECORD_MS = 10_000

/**
 * Creates the administrator that the configuration names, once: later changes of the password are the administrator's own. If
 * the e-mail is another user's, or this administrator was deleted, it logs that and changes nothing.
 */
export async function ensureFirstAdministrator(
  { identities, users }: { identities: IdentityStore; users: UserStore },
  { ADMIN_EMAIL, ADMIN_PASSWORD }: SellersConfig,
  logger: Logger,
) {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD) return
  const email = ADMIN_EMAIL.toLowerCase()
  // Time 0: replicas that start together derive the same ids, and so create one record.
  const newId = idsFrom(derivedOpId(0, 'first-administrator', email))
  const user_id = newId('user')
  const deadline = Date.now() + RECORD_MS
  const [known, namesake, wasDeleted] = await Promise.all([
    identities.findByEmail('user', email, deadline),
    users.findByEmail(email, deadline),
    users.wasDeleted(user_id, deadline),
  ])
  if (known && known.actor_id !== '') return
  if (namesake !== undefined && namesake !== user_id)
    return logger.warn(
      { user_id: namesake },
      'ADMIN_EMAIL is the e-mail of a user who logs in with another one: no administrator is created',
    )
  if (wasDeleted) return logger.warn({ user_id }, 'the administrator of ADMIN_EMAIL was deleted, and is not created again')
  const now = new Date()
  const timestamps = { created_at: now.toISOString(), updated_at: now.toISOString() }
  const user = {
    id: user_id,
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
    actor_id: user_id,
    seller_id: null,
    ...timestamps,
  } as const
  await users.createOnce(user)
  // An earlier registration with this e-mail proved nothing, and its maker has a token of that identity: the administrator gets a
  // new identity.
  if (known) await identities.deleteUnclaimed(known.id)
  await identities.insert(identity, Date.now() + RECORD_MS, { is: 'open' })
}
