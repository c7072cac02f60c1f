/** An answer's refusal: its status, type and message. */
export const refusal = ({ status, body }: { status: number; body: { type: string; message: string } }) => [
  status,
  body.type,
  body.message,
]

/** The refusal of what is asked: `invalid_data` with this text. */
export const invalid = (message: string) => [400, 'invalid_data', message]

/** The refusal of a request for records of others. */
export const FORBIDDEN = [403, 'not_allowed', 'You are not allowed to perform this action']
