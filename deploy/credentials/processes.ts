/** The services: each has a user of its own in NATS, and one in MongoDB that reaches its database only. */
export const SERVICES = ['pricing', 'cart', 'orders', 'sellers'] as const
export type ServiceName = (typeof SERVICES)[number]

/** Everything that speaks over NATS. The gateway has no MongoDB. */
export const PROCESSES = [...SERVICES, 'gateway'] as const
export type ProcessName = (typeof PROCESSES)[number]
