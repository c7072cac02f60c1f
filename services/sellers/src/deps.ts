import type { AccessWriter } from '@souk/runtime'
import type { SigningKeys } from './signing-keys.ts'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { IdentityStore } from './stores/identities.ts'
import type { RevocationStore } from './stores/revocations.ts'
import type { SellerStore } from './stores/sellers.ts'
import type { SigningKeyStore } from './stores/signing-keys.ts'
import type { StoreStore } from './stores/stores.ts'
import type { TokenHolderStore } from './stores/token-holders.ts'
import type { TokenSigner } from './tokens.ts'

/** What a handler of this service may touch. */
export interface Deps {
  sellers: SellerStore
  identities: IdentityStore
  apiKeys: ApiKeyStore
  revocations: RevocationStore
  tokenHolders: TokenHolderStore
  keyRecords: SigningKeyStore
  storeRecords: StoreStore
  signer: TokenSigner
  signingKeys: SigningKeys
  access: AccessWriter
}
