/** The services: each has its own user in NATS, and one in MongoDB with access to its database only. */
export const SERVICES = ['pricing', 'cart', 'orders', 'sellers'] as const
export type ServiceName = (typeof SERVICES)[number]

/** All processes that use NATS. The gateway does not use MongoDB. */
export const PROCESSES = [...SERVICES, 'gateway'] as const
export type ProcessName = (typeof PROCESSES)[number]
