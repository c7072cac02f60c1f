import { type Envelope, ownEnvelope } from '@souk/runtime'

/** For this service's own requests, to be answered before the deadline (epoch ms). */
export const ownEnvelopeUntil = (deadline: number): Envelope => ownEnvelope('sellers', Math.max(1, deadline - Date.now()))
