import { z } from 'zod'
import { defineOperation, type ServiceName } from './operation.ts'

const Health = z.object({
  missing: z.array(z.string()).describe('Dependencies that this replica cannot reach; empty if it can work'),
})

/** An operation of every service, which the runtime implements. */
export const serviceHealth = (service: ServiceName) =>
  defineOperation({ service, name: 'health', summary: `List the dependencies that ${service} cannot reach`, response: Health })
