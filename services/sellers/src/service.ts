import { createAccessWriter, type Service } from '@souk/runtime'
import { keepAccessInSync } from './access.ts'
import { SellersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'
import { findApiKey } from './operations/find-api-key.ts'
import { getMember } from './operations/get-member.ts'
import { listMembers } from './operations/list-members.ts'
import { logIn } from './operations/log-in.ts'
import { retireSigningKey } from './operations/retire-signing-key.ts'
import { revokeAccess } from './operations/revoke-access.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createApiKeyStore } from './stores/api-keys.ts'
import { createIdentityStore } from './stores/identities.ts'
import { createRevocationStore } from './stores/revocations.ts'
import { createSellerStore } from './stores/sellers.ts'
import { createSigningKeyStore } from './stores/signing-keys.ts'
import { createTokenHolderStore } from './stores/token-holders.ts'
import { createTokenSigner } from './tokens.ts'

/** Who may act: sellers and their members, administrators, log-in, API keys, and what gateways must know of them. */
export const sellersService: Service<Deps, typeof SellersConfig> = {
  name: 'sellers',
  version: '0.1.0',
  config: SellersConfig,
  handlers: [findApiKey, getMember, listMembers, logIn, retireSigningKey, revokeAccess],

  async prepare({ db, bus, config, logger }) {
    const signer = await createTokenSigner({
      signing_key: config.AUTH_SIGNING_KEY,
      issuer: config.AUTH_ISSUER,
      ttl_s: config.TOKEN_TTL_S,
    })
    const sellers = createSellerStore(db)
    const identities = createIdentityStore(db)
    const apiKeys = createApiKeyStore(db)
    const revocations = createRevocationStore(db)
    const tokenHolders = createTokenHolderStore(db)
    const keyRecords = createSigningKeyStore(db)
    const stores = { sellers, identities, apiKeys, revocations, tokenHolders, keyRecords }
    await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()))
    await ensureFirstAdministrator(identities, config)
    const signingKeys = createSigningKeys({ signer, store: keyRecords, logger })
    const access = createAccessWriter(bus, { replicas: config.JETSTREAM_REPLICAS, max_bytes: config.ACCESS_MAX_BYTES })
    return { ...stores, signer, signingKeys, access }
  },

  async background(deps, { bus, logger }) {
    const syncing = keepAccessInSync(deps, bus, logger)
    await syncing.first
    return [syncing]
  },
}
