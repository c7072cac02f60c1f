import type { AccessWriter } from '@souk/runtime'
import type { SigningKeys } from './credentials/signing-keys.ts'
import type { TokenSigner } from './credentials/tokens.ts'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { IdentityStore } from './stores/identities.ts'
import type { RevocationStore } from './stores/revocations.ts'
import type { SellerStore } from './stores/sellers.ts'
import type { SigningKeyStore } from './stores/signing-keys.ts'
import type { TokenHolderStore } from './stores/token-holders.ts'

/** What a handler of this service may touch. */
export interface Deps {
  sellers: SellerStore
  identities: IdentityStore
  apiKeys: ApiKeyStore
  revocations: RevocationStore
  tokenHolders: TokenHolderStore
  keyRecords: SigningKeyStore
  signer: TokenSigner
  signingKeys: SigningKeys
  access: AccessWriter
}
