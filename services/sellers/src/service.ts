import { createAccessWriter, type Service } from '@souk/runtime'
import { keepAccessInSync } from './access.ts'
import { SellersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'
import { findApiKey } from './operations/find-api-key.ts'
import { getMember } from './operations/get-member.ts'
import { listMembers } from './operations/list-members.ts'
import { logIn } from './operations/log-in.ts'
import { createApiKeyStore } from './stores/api-keys.ts'
import { createIdentityStore } from './stores/identities.ts'
import { createSellerStore } from './stores/sellers.ts'
import { createTokenSigner } from './tokens.ts'

/** Who may act: sellers and their members, administrators, log-in, API keys, and what gateways must know of them. */
export const sellersService: Service<Deps, typeof SellersConfig> = {
  name: 'sellers',
  version: '0.1.0',
  config: SellersConfig,
  handlers: [findApiKey, getMember, listMembers, logIn],

  async prepare({ db, bus, config }) {
    const signer = await createTokenSigner({
      signing_key: config.AUTH_SIGNING_KEY,
      issuer: config.AUTH_ISSUER,
      ttl_s: config.TOKEN_TTL_S,
    })
    const sellers = createSellerStore(db)
    const identities = createIdentityStore(db)
    const apiKeys = createApiKeyStore(db)
    await Promise.all([sellers.ensureIndexes(), identities.ensureIndexes(), apiKeys.ensureIndexes()])
    await ensureFirstAdministrator(identities, config)
    return { sellers, identities, apiKeys, signer, access: createAccessWriter(bus) }
  },

  async background(deps, { logger }) {
    const syncing = keepAccessInSync(deps, deps.access, logger)
    await syncing.first
    return [syncing]
  },
}
