/** The claims of a verified token that we use; all others are ignored. */
export interface Claims {
  actor_id: string
  actor_type: string
  auth_identity_id: string
  seller_id: string | undefined
  /** Tokens of another issuer may have none. */
  jti: string | undefined
  /** The session that it belongs to: void once that is over. */
  sid: string | undefined
  iat: number
  exp: number
}

/** A token whose signature was checked. */
export interface Verified {
  claims: Claims
  /** The entry of the key of our own tokens: the token counts only while the bucket holds it unchanged. */
  signed_with?: { entry: string; jwk: unknown }
}
