import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { composeFile } from './compose-file.ts'
import type { Image } from './dockerfile.ts'

/** Where distroless images have Node. */
const NODE = '/nodejs/bin/node'
const NONROOT = 65532
/** To whom files are given; nobody but root can give them to others. */
const OWNER = process.getuid?.() === 0 ? NONROOT : process.getuid?.()
/** As root, processes get the users and capabilities that their containers have; others run all of them as themselves. */
const isRoot =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--version'], { uid: NONROOT }).status === 0 &&
  spawnSync('setpriv', ['--version']).status === 0

export interface Surroundings {
  images: Record<string, Image>
  /** Stands for all volumes: `<name>-credentials` is `credentials/<name>` in it, every other one has its own name. */
  folder: string
  /** Replaces the variables of the compose file, since all services share one machine. */
  env: Record<string, string>
}

/** Starts the command of a service of docker-compose.yml, with nothing but its image's files and its own environment. */
export function runContainer(name: string, { images, folder, env }: Surroundings, instead: { command?: string[] } = {}) {
  const container = composeFile.services[name]!
  const image = images[container.build!.args.SERVICE]!
  const inFolder = (text: string) =>
    text.startsWith('/credentials/')
      ? join(folder, 'credentials', name, text.slice('/credentials/'.length))
      : text.replace(/^\/keys\//, `${folder}/keys/`)
  const own = Object.entries(container.environment ?? {}).map(([key, value]) => [
    key,
    inFolder(value.replace(/\$\{\w+:-(.*?)\}/g, '$1')),
  ])
  const [program, ...first] = container.entrypoint ?? [NODE]
  if (program !== NODE) throw new Error(`${name} starts ${program}, which the image does not have`)
  const command = [...first, ...(instead.command ?? container.command ?? (container.entrypoint ? [] : image.command))]
  const owned = command.map((word) => (word === String(NONROOT) ? String(OWNER) : word))
  const args = owned.map((word) => inFolder(word.replace(/^\/app\//, `${image.folder}/`)))
  const user = container.user ?? image.user
  const locked = isRoot ? ['setpriv', ...limitsOf(user, container.cap_add ?? [])] : []
  const [file, ...rest] = [...locked, process.execPath, ...args]
  const child = spawn(file!, rest, {
    cwd: image.folder,
    env: { PATH: process.env.PATH, ...image.env, ...Object.fromEntries(own), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close') as Promise<[code: number | null]>

  return {
    output: () => output,
    /** Resolves with the exit code. */
    ended: async () => (await ended)[0],
    async stop() {
      child.kill('SIGTERM')
      const [code] = await Promise.race([ended, sleep(60_000, [null], { ref: false })])
      if (code === null) child.kill('SIGKILL')
      return code
    },
  }
}

export type RunningContainer = ReturnType<typeof runContainer>

function limitsOf(user: string, capabilities: string[]) {
  const id = user === 'root' ? 0 : NONROOT
  const bounding = ['-all', ...capabilities.map((capability) => `+${capability.toLowerCase()}`)].join(',')
  return ['--no-new-privs', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--inh-caps=-all', `--bounding-set=${bounding}`]
}
