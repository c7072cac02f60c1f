import type { Event } from '@souk/contracts'

/**
 * The name of the durable consumer by which NATS tracks a service's progress with an event. This file imports no more than a
 * type, because the tools that start NATS load it.
 */
export const consumerOf = (service: string, { subject }: Pick<Event, 'subject'>) =>
  `${service}-${subject.split('.').slice(1).join('-')}`
