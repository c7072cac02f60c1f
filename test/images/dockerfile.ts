import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { contextFilter } from './context-filter.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
/** For npm: everything else that this process was started with is none of the image's business. */
const PASSED_ON = /^(PATH|HOME|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache|cafile))$/i

interface Stage {
  /** Stands for the image's `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  args: Record<string, string>
  user: string
  command: string[]
}
export type Image = Pick<Stage, 'env' | 'user' | 'command'> & { /** The working folder with everything in it. */ folder: string }

/**
 * Runs deploy/Dockerfile below `into`, without a container engine: a folder stands for `/`, and its commands run this machine's
 * programs. The build stage runs once for all images.
 */
export async function buildImages(services: readonly string[], into: string): Promise<Record<string, Image>> {
  const [first, last] = stagesOf(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'))
  if (!first || !last) throw new Error('the Dockerfile has one stage that builds, and one that is kept')
  const built = { build: await runStage(first, join(into, 'build'), {}, {}) }
  const images: Record<string, Image> = {}
  for (const service of services) {
    const { root, workdir, ...image } = await runStage(last, join(into, 'images', service), { SERVICE: service }, built)
    images[service] = { ...image, folder: join(root, workdir) }
  }
  return images
}

function stagesOf(dockerfile: string): [name: string, rest: string][][] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  const instructions = lines
    .filter((line) => line.trim())
    .map((line) => /^(\w+)\s+(.*)$/.exec(line)!.slice(1) as [string, string])
  const starts = instructions.flatMap(([name], n) => (name === 'FROM' ? [n] : []))
  return starts.map((start, n) => instructions.slice(start, starts[n + 1]))
}

async function runStage(steps: [string, string][], root: string, given: Record<string, string>, built: Record<string, Stage>) {
  const stage: Stage = { root, workdir: '/', env: {}, args: {}, user: 'root', command: [] }
  for (const [name, written] of steps) {
    const rest = written.replaceAll(/\$\{?(\w+)\}?/g, (_, variable) => stage.args[variable] ?? stage.env[variable] ?? '')
    if (name === 'FROM') continue
    if (name === 'WORKDIR') stage.workdir = rest
    else if (name === 'ENV') Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
    else if (name === 'ARG') stage.args[rest] = given[rest] ?? ''
    else if (name === 'USER') stage.user = rest
    else if (name === 'CMD') stage.command = JSON.parse(rest)
    else if (name === 'COPY') copy(stage, rest.split(' '), built)
    else if (name === 'RUN') await runIn(stage, rest.replace(/^(--mount=\S+ )+/, ''))
    else throw new Error(`${name} is nothing that this test can do`)
    mkdirSync(join(root, stage.workdir), { recursive: true })
  }
  return stage
}

async function runIn({ root, workdir, env }: Stage, command: string) {
  if (/(^|[\s=])\//.test(command)) throw new Error(`outside a container this would leave its folder: ${command}`)
  const passedOn = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)))
  const npm = { npm_config_prefer_offline: 'true', npm_config_loglevel: 'error' }
  await run('sh', ['-c', command], { cwd: join(root, workdir), env: { ...passedOn, ...npm, ...env } })
}

function copy({ root, workdir }: Stage, words: string[], built: Record<string, Stage>) {
  const from = words[0]?.startsWith('--from=') ? built[words.shift()!.slice('--from='.length)] : undefined
  const target = words.pop()!
  const to = isAbsolute(target) ? join(root, target) : join(root, workdir, target)
  const filter = from ? () => true : contextFilter(ROOT)
  for (const source of words) {
    const path = join(from?.root ?? ROOT, source)
    const isInto = statSync(path).isFile() && (target.endsWith('/') || words.length > 1)
    cpSync(path, isInto ? join(to, basename(path)) : to, {
      recursive: true,
      filter: (file) => filter(relative(from?.root ?? ROOT, file)),
    })
  }
}
