import { z } from 'zod'
import type { DevJson, DevProcess } from './dev-json.ts'
import { signIn } from './sign-in.ts'

const TIMEOUT_MS = 5_000

const Discovered = z.object({ name: z.string(), pid: z.coerce.number().int().positive(), metrics_url: z.url() })
const Ops = z.object({ replicas: z.array(Discovered), gateways: z.array(Discovered) })

/**
 * Replicas and gateways that the instance's gateway discovers and its supervisor did not start, such as those of `npm run
 * replica`, numbered after those in dev.json. Empty if the gateway cannot list them.
 */
export async function findJoinedReplicas(dev: DevJson): Promise<DevProcess[]> {
  const { replicas, gateways } = await askOps(dev).catch(() => ({ replicas: [], gateways: [] }))
  const isKnown = ({ name, pid }: z.infer<typeof Discovered>) => dev.processes.some((one) => one.name === name && one.pid === pid)
  const joined: DevProcess[] = []
  for (const { name, pid, metrics_url } of [...replicas, ...gateways].filter((one) => !isKnown(one))) {
    const replica = [...dev.processes, ...joined].filter((one) => one.name === name).length
    joined.push({ name, replica, pid, metrics_url })
  }
  return joined
}

/** The token in dev.json is void if its key has been retired: then logs in again. */
async function askOps({ base_url, admin }: DevJson) {
  const ask = (token: string) =>
    fetch(`${base_url}/ops`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const first = await ask(admin.token)
  const response = first.status === 401 ? await ask(await signIn(base_url, 'user', admin.email, admin.password)) : first
  return Ops.parse(await response.json())
}
