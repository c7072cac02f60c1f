import { type Operation, overloaded } from '@souk/contracts'

/**
 * Bounds what this gateway has under way at each service. What a service answers within its deadline never comes near the bound; beyond
 * it a request would only wait to be refused, so it is refused here, at once, and costs the service nothing.
 */
export function createServiceLoad(max: number) {
  const underWay = new Map<string, number>()

  /** @throws overloaded */
  return async function within<R>({ service }: Pick<Operation, 'service'>, work: () => Promise<R>): Promise<R> {
    const count = underWay.get(service) ?? 0
    if (count >= max) throw overloaded()
    underWay.set(service, count + 1)
    try {
      return await work()
    } finally {
      underWay.set(service, underWay.get(service)! - 1)
    }
  }
}

export type ServiceLoad = ReturnType<typeof createServiceLoad>
