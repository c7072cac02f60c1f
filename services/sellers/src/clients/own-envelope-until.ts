import { type Envelope, ownEnvelope } from '@souk/runtime'

/** For a request of this service's own, which is to be answered before the deadline (epoch ms). */
export const ownEnvelopeUntil = (deadline: number): Envelope => ownEnvelope('sellers', Math.max(1, deadline - Date.now()))
