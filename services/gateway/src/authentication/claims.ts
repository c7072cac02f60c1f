/** What a verified token says; everything else in it is not looked at. */
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
  /** Of a token of ours, the entry of the key: it counts only while the bucket holds it unchanged. */
  signed_with?: { entry: string; jwk: unknown }
}
