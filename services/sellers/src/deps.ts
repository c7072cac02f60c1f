import type { AccessWriter } from '@souk/runtime'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { IdentityStore } from './stores/identities.ts'
import type { SellerStore } from './stores/sellers.ts'
import type { TokenSigner } from './tokens.ts'

/** What a handler of this service may touch. */
export interface Deps {
  sellers: SellerStore
  identities: IdentityStore
  apiKeys: ApiKeyStore
  signer: TokenSigner
  access: AccessWriter
}
