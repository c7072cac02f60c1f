/** Common settings of operations that accept or issue credentials: their requests and answers are neither logged nor stored. */
export const CREDENTIAL_OPERATION = {
  service: 'sellers',
  method: 'POST',
  secret: true,
  idempotency: 'none',
  ifMatch: 'none',
  attempt_ms: 3000,
} as const
