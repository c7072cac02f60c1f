import { type Preparing, prepareAll } from './callers.ts'
import { quietReads } from './reads.ts'

/** Connections, caches and the compiler: a fresh process lacks them, and that shall not be taken for an effect of a fault. */
export async function warmUp({ instance, client }: Preparing) {
  const parts = quietReads(instance)
  await prepareAll(300, (n) => client.send(instance.dev.base_url, parts[n % parts.length]!.next()))
}
