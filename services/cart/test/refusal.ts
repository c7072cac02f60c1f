/** An answer's refusal: its status, type and message. */
export const refusal = ({ status, body }: { status: number; body: { type: string; message: string } }) => [
  status,
  body.type,
  body.message,
]
