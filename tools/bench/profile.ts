import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ROOT } from '../start/config.ts'

const WRITE_TIMEOUT_MS = 10_000
const TOP = 25

const CallFrame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number(), columnNumber: z.number() })
const CpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: CallFrame, children: z.array(z.number()).optional() })),
  samples: z.array(z.number()),
})
type CpuProfile = z.infer<typeof CpuProfile>

export interface HotFunction {
  name: string
  /** Source file and line, or the package. */
  where: string
  /** CPU microseconds per request in the function itself, and with all that it calls. */
  self_us: number
  total_us: number
}

export interface ProfileSummary {
  file: string
  hot: HotFunction[]
  /** By package or source file, self time. */
  by_module: { where: string; self_us: number }[]
}

export const PROFILES = join(ROOT, '.souk', 'profiles')

/** Starts a profile in each of these processes, or ends it. */
export function toggleProfiles(pids: readonly number[]) {
  mkdirSync(PROFILES, { recursive: true })
  for (const pid of pids) process.kill(pid, 'SIGWINCH')
}

/** A process's profile, kept under a name of its own, and where its CPU time per request went. */
export async function collectProfile(pid: number, name: string, cpu_us: number): Promise<ProfileSummary> {
  const written = join(PROFILES, `${pid}.cpuprofile`)
  const deadline = Date.now() + WRITE_TIMEOUT_MS
  while (!existsSync(written)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} wrote no profile`)
    await sleep(20)
  }
  const file = join(PROFILES, `${name}.cpuprofile`)
  rmSync(file, { force: true })
  renameSync(written, file)
  return { file, ...summarise(CpuProfile.parse(JSON.parse(readFileSync(file, 'utf8'))), cpu_us) }
}

const IDLE = new Set(['(idle)', '(root)'])

/**
 * The process's CPU time per request, spread over its functions by how often each was met at work; with all that it calls, a
 * recursive one counted once per sample.
 */
export function summarise({ nodes, samples }: CpuProfile, cpu_us: number) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const met = new Map<number, number>()
  for (const id of samples) if (!IDLE.has(byId.get(id)!.callFrame.functionName)) met.set(id, (met.get(id) ?? 0) + 1)
  const busy = [...met.values()].reduce((sum, count) => sum + count, 0)

  const functions = new Map<string, HotFunction>()
  const modules = new Map<string, number>()
  const functionOf = (id: number) => {
    const { callFrame } = byId.get(id)!
    const { where, module } = placeOf(callFrame)
    const key = `${callFrame.functionName}\0${where}`
    const hot = functions.get(key) ?? { name: callFrame.functionName || '(anonymous)', where, self_us: 0, total_us: 0 }
    functions.set(key, hot)
    return { hot, module }
  }
  for (const [id, count] of met) {
    const { hot, module } = functionOf(id)
    hot.self_us += count
    modules.set(module, (modules.get(module) ?? 0) + count)
    const callers = new Set<HotFunction>()
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) callers.add(functionOf(at).hot)
    for (const caller of callers) caller.total_us += count
  }

  const inMicroseconds = (count: number) => Math.round((count / Math.max(1, busy)) * cpu_us * 10) / 10
  const all = [...functions.values()]
    .filter(({ name }) => !IDLE.has(name))
    .map((one) => ({ ...one, self_us: inMicroseconds(one.self_us), total_us: inMicroseconds(one.total_us) }))
  const bySelf = all.toSorted((x, y) => y.self_us - x.self_us).slice(0, TOP)
  const byTotal = all.toSorted((x, y) => y.total_us - x.total_us).slice(0, 2 * TOP)
  return {
    hot: [...new Set([...bySelf, ...byTotal])],
    by_module: [...modules]
      .map(([where, count]) => ({ where, self_us: inMicroseconds(count) }))
      .toSorted((x, y) => y.self_us - x.self_us)
      .slice(0, TOP),
  }
}

const maps = new Map<string, SourceMap | undefined>()

function placeOf({ url, lineNumber, columnNumber, functionName }: z.infer<typeof CallFrame>) {
  if (url === '')
    return {
      where: functionName.startsWith('(') ? functionName : '(native)',
      module: functionName.startsWith('(') ? functionName : '(native)',
    }
  if (url.startsWith('node:')) return { where: `${url}:${lineNumber + 1}`, module: url }
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(url)
  if (dependency) return { where: `${dependency[1]}/${dependency[2]}:${lineNumber + 1}`, module: dependency[1]! }
  const entry = mapOf(url)?.findEntry(lineNumber, columnNumber)
  if (!entry || !('originalSource' in entry)) return { where: `${url.split('/').at(-1)}:${lineNumber + 1}`, module: '(ours)' }
  const source = String(entry.originalSource)
    .replace(/^.*?((libs|services|tools)\/)/, '$1')
    .replace(/^(\.\.\/)+/, '')
  return { where: `${source}:${entry.originalLine + 1}`, module: source }
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const file = `${url.startsWith('file:') ? fileURLToPath(url) : url}.map`
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
  }
  return maps.get(url)
}
