import { createAccessWriter, type Service } from '@souk/runtime'
import { keepAccessInSync } from './access.ts'
import { SellersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'
import { ensureFirstStore } from './first-store.ts'
import { createSession } from './operations/create-session.ts'
import { deleteSession } from './operations/delete-session.ts'
import { findApiKey } from './operations/find-api-key.ts'
import { getMember } from './operations/get-member.ts'
import { getOwnMember } from './operations/get-own-member.ts'
import { getOwnSeller } from './operations/get-own-seller.ts'
import { getOwnUser } from './operations/get-own-user.ts'
import { listAuthProviders } from './operations/list-auth-providers.ts'
import { listMembers } from './operations/list-members.ts'
import { listStores } from './operations/list-stores.ts'
import { logIn } from './operations/log-in.ts'
import { refreshToken } from './operations/refresh-token.ts'
import { register } from './operations/register.ts'
import { retireSigningKey } from './operations/retire-signing-key.ts'
import { revokeAccess } from './operations/revoke-access.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createApiKeyStore } from './stores/api-keys.ts'
import { createIdentityStore } from './stores/identities.ts'
import { createRevocationStore } from './stores/revocations.ts'
import { createSellerStore } from './stores/sellers.ts'
import { createSigningKeyStore } from './stores/signing-keys.ts'
import { createStoreStore } from './stores/stores.ts'
import { createTokenHolderStore } from './stores/token-holders.ts'
import { createTokenSigner } from './tokens.ts'

const MS_PER_DAY = 86_400_000

/** Who may act: sellers and their members, administrators, log-in, API keys, and what gateways must know of them. */
export const sellersService: Service<Deps, typeof SellersConfig> = {
  name: 'sellers',
  version: '0.1.0',
  config: SellersConfig,
  handlers: [
    createSession,
    deleteSession,
    findApiKey,
    getMember,
    getOwnMember,
    getOwnSeller,
    getOwnUser,
    listAuthProviders,
    listMembers,
    listStores,
    logIn,
    refreshToken,
    register,
    retireSigningKey,
    revokeAccess,
  ],

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
    const storeRecords = createStoreStore(db)
    const stores = { sellers, identities, apiKeys, revocations, tokenHolders, keyRecords, storeRecords }
    await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()))
    await Promise.all([ensureFirstAdministrator(identities, config), ensureFirstStore(storeRecords)])
    const signingKeys = createSigningKeys({ signer, store: keyRecords, logger })
    const access = createAccessWriter(bus, {
      replicas: config.JETSTREAM_REPLICAS,
      max_bytes: config.ACCESS_MAX_BYTES,
      max_age_ms: config.ACCESS_MAX_AGE_DAYS * MS_PER_DAY,
    })
    return { ...stores, signer, signingKeys, access }
  },

  async background(deps, { bus, logger }) {
    const syncing = keepAccessInSync(deps, bus, logger)
    await syncing.first
    return [syncing]
  },
}
