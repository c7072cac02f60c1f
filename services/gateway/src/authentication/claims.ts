/** The claims of a verified token that we use; all others are ignored. */
export interface Claims {
  actor_id: string
  actor_type: string
  auth_identity_id: string
  seller_id: string | undefined
  /** Tokens of another issuer may have none. */
  jti: string | undefined
  /** The session that the token belongs to: it is void once the session has ended. */
  sid: string | undefined
  iat: number
  exp: number
}

/** A token with a valid signature. */
export interface Verified {
  claims: Claims
  /** For our own tokens, the entry of their key: the token is valid only while the bucket holds it unchanged. */
  signedWith?: { entry: string; jwk: unknown }
}
